// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import UserNotifications

/// Runs an extension in a process of its own, one for each push: a crash, a hang or too much memory costs that push's
/// extension, never the host.
public struct ExtensionProcess: ExtensionRunner, Sendable {
    private let executable: String
    private let arguments: [String]
    private let budget: Duration
    private let grace: Duration
    private let memory: Int

    /// - Parameters:
    ///   - executable: A program whose `main` is `ExtensionProcess.main { … }`.
    ///   - arguments: What it is given.
    ///   - budget: Time for one push, its start not counted.
    ///   - grace: Time to answer once it was told that the budget is spent.
    ///   - memory: Bytes of resident memory above what it took when it was ready.
    public init(
        executable: String,
        arguments: [String] = [],
        budget: Duration = ExtensionLimits.budget,
        grace: Duration = ExtensionLimits.grace,
        memory: Int = ExtensionLimits.memory
    ) {
        self.executable = executable
        self.arguments = arguments
        self.budget = budget
        self.grace = grace
        self.memory = memory
    }

    /// Runs it for one push, and waits for its answer or the end of its time.
    public func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer {
        guard let frame = MessageCoder.encode(request).map({ Frame(kind: .request, content: $0) }),
            let child = ExtensionChild(executable: executable, arguments: arguments)
        else { return .failure(.notStarted) }
        return ExtensionSession(child: child, budget: budget, grace: grace, memory: memory).run(frame)
    }
}

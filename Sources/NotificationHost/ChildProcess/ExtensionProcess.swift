// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import UserNotifications

/// Runs an extension in a process of its own, one push at a time: a crash, a hang or too much memory costs that push's
/// extension, never the host.
///
/// The process is kept for some pushes more, as on Apple's systems; it ends with the last copy of this value, and with
/// its host.
public struct ExtensionProcess: ExtensionRunner, Sendable {
    private let pool: ExtensionPool
    private let limits: ExtensionSession.Limits

    /// - Parameters:
    ///   - executable: A program whose `main` is `ExtensionProcess.main { … }`.
    ///   - arguments: What it is given.
    ///   - budget: Time for one push, its start not counted.
    ///   - grace: Time to answer once it was told that the budget is spent.
    ///   - memory: Bytes of resident memory above what it took when it was ready for the push.
    ///   - reuse: How long a process is kept for further pushes.
    public init(
        executable: String,
        arguments: [String] = [],
        budget: Duration = ExtensionLimits.budget,
        grace: Duration = ExtensionLimits.grace,
        memory: Int = ExtensionLimits.memory,
        reuse: ExtensionReuse = ExtensionReuse()
    ) {
        pool = ExtensionPool(executable: executable, arguments: arguments, reuse: reuse)
        limits = ExtensionSession.Limits(budget: budget, grace: grace, memory: memory)
    }

    /// Runs it for one push, and waits for its answer or the end of its time.
    public func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer {
        guard let content = MessageCoder.encode(request) else { return .failure(.notStarted) }
        return pool.run(Frame(kind: .request, content: content), limits)
    }
}

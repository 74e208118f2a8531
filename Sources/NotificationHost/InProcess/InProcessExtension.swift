// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import UserNotifications

/// Runs an extension in the host's own process: quick, and for extensions that are trusted not to crash.
public struct InProcessExtension: ExtensionRunner, Sendable {
    private let budget: Duration
    private let grace: Duration
    private let make: @Sendable () -> UNNotificationServiceExtension

    /// - Parameters:
    ///   - budget: Time for one push.
    ///   - grace: Time to answer once it was told that the budget is spent.
    ///   - make: Makes the extension, one for each push.
    public init(
        budget: Duration = ExtensionLimits.budget,
        grace: Duration = ExtensionLimits.grace,
        _ make: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.budget = budget
        self.grace = grace
        self.make = make
    }

    /// Runs it for one push, and waits for its answer or the end of its time.
    public func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer {
        let service = make()
        let answer = FirstAnswer()
        let handover = Transfer(value: (service, request))
        // A thread of the system's, so that an extension that hangs in `didReceive` does not hang its host.
        Thread.detachNewThread {
            let (service, request) = handover.value
            service.didReceive(request) { answer.give($0) }
        }
        if let content = answer.wait(for: budget) { return .content(content, afterExpiry: false) }
        Thread.detachNewThread { handover.value.0.serviceExtensionTimeWillExpire() }
        if let content = answer.wait(for: grace) { return .content(content, afterExpiry: true) }
        return .failure(.timedOut)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import SealedPushCore
public import UserNotifications

/// Gives pushes to a service extension as the system would, with a store in memory in place of the extension's own.
///
/// It uses public API of UserNotifications alone, so it runs on a Mac as it does on Linux. One harness is one device: it
/// remembers what it has shown.
public struct ExtensionHarness {
    private let receiver: Receiver
    private let make: () -> SealedNotificationService
    private let lockedNotice = LockedNotice()

    /// Takes the keys of the device, its policy, and how its extension is made.
    public init(
        _ store: InMemoryKeyStore,
        policy: ReceiverPolicy = ReceiverPolicy(),
        _ make: @escaping () -> SealedNotificationService
    ) {
        self.init(
            Receiver(keys: store, seen: InMemorySeenIDs(), failures: InMemoryFailureLog(), policy: policy),
            make
        )
    }

    /// The form for our own tests, which bring a clock, a list or a log.
    package init(_ receiver: Receiver, _ make: @escaping () -> SealedNotificationService) {
        self.receiver = receiver
        self.make = make
    }

    /// Delivers an outer payload and waits for the answer; when the time is up, tells the extension so.
    ///
    /// - Parameters:
    ///   - json: The payload, JSON in UTF-8.
    ///   - budget: How long the extension has; the system gives about 30 seconds.
    /// - Returns: What was shown, and how often the extension answered.
    public func deliver(_ json: some Sequence<UInt8>, budget: Duration = .seconds(30)) -> Shown {
        let answers = Answers()
        let override = ExtensionOverride(receiver: receiver, lockedNotice: lockedNotice) { answers.setReason($0) }
        let service = make()
        let request = UNNotificationRequest(
            identifier: "push",
            content: Self.content(of: [UInt8](json)),
            trigger: nil
        )
        ExtensionOverride.$current.withValue(override) {
            service.didReceive(request) { answers.add($0) }
        }
        if !answers.wait(for: budget) {
            service.serviceExtensionTimeWillExpire()
            // The worker may have been faster by an instant, and be about to answer.
            _ = answers.wait(for: Self.grace)
        }
        return answers.shown(original: request.content)
    }

    /// How long an extension that was told that its time is up may take to answer.
    private static var grace: Duration { .seconds(2) }

    /// What the system hands to an extension: the push as it would be shown, and the whole payload in `userInfo`.
    private static func content(of json: [UInt8]) -> UNNotificationContent {
        if let payload = try? PushPayload(json: json) { return PayloadContent(payload).content }
        // The system is not as strict as this format.
        let content = UNMutableNotificationContent()
        content.userInfo = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any] ?? [:]
        return content
    }
}

extension ExtensionHarness {
    /// What came of a push.
    public struct Shown {
        /// What the extension answered first; the original where it never did.
        public let content: UNNotificationContent
        /// How often it answered: once, if all is well.
        public let handlerCalls: Int
        /// Why it was not opened; `nil` when it was.
        public let reason: OpenFailure.Reason?
    }

    /// Collects the calls of one content handler, from whatever thread.
    private final class Answers: @unchecked Sendable {
        // Unchecked because content is not `Sendable`: it is read by the waiting thread alone, under the lock.
        private struct State {
            var first: UNNotificationContent?
            var calls = 0
            var reason: OpenFailure.Reason?
        }

        private var state = State()
        private let lock = NSLock()
        private let answered = DispatchSemaphore(value: 0)

        func add(_ content: UNNotificationContent) {
            lock.withLock {
                state.first = state.first ?? content
                state.calls += 1
            }
            answered.signal()
        }

        func setReason(_ reason: OpenFailure.Reason) {
            lock.withLock { state.reason = reason }
        }

        func wait(for budget: Duration) -> Bool {
            let parts = budget.components
            let nanoseconds = Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
            return answered.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
        }

        func shown(original: UNNotificationContent) -> Shown {
            lock.withLock {
                Shown(content: state.first ?? original, handlerCalls: state.calls, reason: state.reason)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import UserNotifications

/// The work on one push, on a thread of its own.
struct PushJob {
    /// The member of the payload that holds the envelope, as the system parsed it.
    private enum Field {
        case absent
        case text(String)
        case notText
    }

    /// Why a push that was opened is not to be shown after all; set by whoever settles the slot, before that is known.
    private final class LateFailure {
        var failure: OpenFailure?
    }

    let service: SealedNotificationService
    let slot: ResponseSlot
    let composer: ContentComposer
    private let field: Field
    /// What the system would show, for a policy that shows unsealed pushes.
    private let original: UNNotificationContent
    private let override: ExtensionOverride?
    /// When the push came: its time runs from then.
    let arrival = ContinuousClock.now

    init(
        service: SealedNotificationService,
        slot: ResponseSlot,
        composer: ContentComposer,
        request: UNNotificationRequest,
        override: ExtensionOverride?
    ) {
        self.service = service
        self.slot = slot
        self.composer = composer
        self.override = override
        original = request.content
        switch request.content.userInfo[Envelope.fieldName] {
        case nil: field = .absent
        case let text as String: field = .text(text)
        default: field = .notText
        }
    }

    func run() {
        let receiver = makeReceiver()
        do throws(OpenFailure) {
            show(try examine(with: receiver.opener), receiver: receiver)
        } catch {
            fail(error, receiver: receiver)
        }
    }

    /// The extension's; where that cannot be made, one without keys, so that a push's own faults are still told first.
    private func makeReceiver() -> Receiver {
        do {
            return try override?.receiver ?? service.makeReceiver()
        } catch {
            let keys = InMemoryKeyStore()
            keys.setProblem(error as? KeyStoreError ?? KeyStoreError(.unavailable, "the receiver could not be made"))
            return Receiver(keys: keys, seen: nil)
        }
    }

    private func examine(with opener: Opener) throws(OpenFailure) -> ExaminedPush {
        switch field {
        case .absent: try opener.examine(encryptedContent: nil)
        case .text(let text): try opener.examine(encryptedContent: text)
        case .notText: throw OpenFailure(.malformed, diagnosis: "encrypted-content is not a string")
        }
    }

    // MARK: Opened

    private func show(_ examined: ExaminedPush, receiver: Receiver) {
        composer.lockedNotice.opened()
        let notification = examined.notification
        let content = composer.content(of: notification)
        let late = LateFailure()
        let outcome = Outcome(content) { self.record(examined, receiver: receiver, late) }
        // Before the hook: if that never returns, this is what is shown.
        slot.improve(to: outcome)
        guard slot.isOpen else { return }
        let changed = service.didOpen(notification, content: composer.mutableCopy(of: content))
        let settled = outcome.with(composer.completed(changed, mayBeEmpty: receiver.policy.mayDrop))
        guard let request = mediaRequest(for: notification, content: settled.content) else {
            spend(settled, or: late, receiver)
            return
        }
        // Before anything is loaded: where that takes too long, this is what is shown.
        slot.improve(to: settled)
        guard slot.isOpen else { return }
        spend(illustrated(settled, by: request, of: notification), or: late, receiver)
    }

    /// Shows it; where it turns out at that moment that it must not be, it has failed as any other.
    private func spend(_ outcome: Outcome, or late: LateFailure, _ receiver: Receiver) {
        guard let content = slot.settle(with: outcome) else { return }
        guard let failure = late.failure else { return slot.spend() }
        // If the hook never returns, that content is what is shown, as everywhere.
        let changed = service.didFail(failure, content: composer.mutableCopy(of: content))
        slot.spend(with: Outcome(composer.completed(changed, mayBeEmpty: receiver.policy.mayDrop)))
    }

    /// Writes down that the push is shown; what is shown in its place where it was in the meantime.
    private func record(
        _ examined: ExaminedPush,
        receiver: Receiver,
        _ late: LateFailure
    ) -> UNNotificationContent? {
        do throws(OpenFailure) {
            _ = try receiver.opener.record(examined)
            return nil
        } catch {
            late.failure = error
            count(error.reason, receiver: receiver)
            return composer.content(of: error, receiver: receiver)
        }
    }

    // MARK: Failed

    private func fail(_ failure: OpenFailure, receiver: Receiver) {
        guard slot.isOpen else { return }
        if failure.reason == .notSealed, receiver.policy.unsealed == .show {
            let content = composer.completed(original, mayBeEmpty: false)
            finish(failure, Outcome(content) { self.report(failure.reason) }, receiver)
            return
        }
        let content = composer.content(of: failure, receiver: receiver)
        let outcome = Outcome(content) {
            self.count(failure.reason, receiver: receiver)
            return nil
        }
        finish(failure, outcome, receiver)
    }

    private func finish(_ failure: OpenFailure, _ outcome: Outcome, _ receiver: Receiver) {
        slot.improve(to: outcome)
        guard slot.isOpen else { return }
        let changed = service.didFail(failure, content: composer.mutableCopy(of: outcome.content))
        slot.spend(with: outcome.with(composer.completed(changed, mayBeEmpty: receiver.policy.mayDrop)))
    }

    private func count(_ reason: OpenFailure.Reason, receiver: Receiver) {
        override?.report(reason)
        guard let log = receiver.failures else { return }
        // A log that cannot be written changes nothing for the push.
        try? log.record(reason, at: receiver.now())
    }

    private func report(_ reason: OpenFailure.Reason) -> UNNotificationContent? {
        override?.report(reason)
        return nil
    }
}

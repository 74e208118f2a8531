// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import UserNotifications

/// The content handler of one request, called exactly once, by whoever comes first: done, failed, or time up.
///
/// Until then it keeps the best attempt, which is the placeholder from the first instant.
final class ResponseSlot: Sendable {
    private struct Pending {
        let handler: (UNNotificationContent) -> Void
        var best: Outcome
    }

    /// `nil` once spent.
    private let pending: Lock<Handover<Pending>?>

    init(best: Outcome, handler: @escaping (UNNotificationContent) -> Void) {
        pending = Lock(Handover(value: Pending(handler: handler, best: best)))
    }

    /// Whether nobody has answered yet.
    var isOpen: Bool { pending.withLock { $0 != nil } }

    /// Puts a better attempt in place; does nothing once the slot is spent.
    func improve(to outcome: Outcome) {
        let outcome = Handover(value: outcome)
        pending.withLock { pending in
            guard var open = pending?.value else { return }
            open.best = outcome.value
            pending = Handover(value: open)
        }
    }

    /// Answers with the best attempt so far; does nothing for all but the first caller.
    ///
    /// What is to be written is written now and by this caller, so that nothing is afterwards, and no push counts as seen
    /// that was not shown.
    func spend() {
        let taken = pending.withLock { pending in
            let taken = pending
            pending = nil
            return taken
        }
        guard let taken = taken?.value else { return }
        taken.handler(taken.best.settle() ?? taken.best.content)
    }

    /// Puts a better attempt in place and answers with it, unless the slot is spent.
    func spend(with outcome: Outcome) {
        improve(to: outcome)
        spend()
    }
}

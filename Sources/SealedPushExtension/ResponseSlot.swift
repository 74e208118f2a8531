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

    private enum State {
        case open(Pending)
        /// A job writes down that it answers; `isLate` once the time is up meanwhile.
        case settling(isLate: Bool)
        case spent
    }

    private let state: Lock<Handover<State>>

    init(best: Outcome, handler: @escaping (UNNotificationContent) -> Void) {
        state = Lock(Handover(value: .open(Pending(handler: handler, best: best))))
    }

    /// Whether nobody has answered yet.
    var isOpen: Bool {
        state.withLock { state in
            if case .spent = state.value { false } else { true }
        }
    }

    /// Puts a better attempt in place; does nothing once the slot is spent.
    func improve(to outcome: Outcome) {
        let outcome = Handover(value: outcome)
        state.withLock { state in
            guard case .open(var pending) = state.value else { return }
            pending.best = outcome.value
            state = Handover(value: .open(pending))
        }
    }

    /// Answers with the best attempt so far; does nothing for all but the first caller.
    ///
    /// What is to be written is written now and by this caller, so that nothing is afterwards, and no push counts as seen
    /// that was not shown.
    func spend() {
        guard let taken = take(leaving: .spent) else { return }
        taken.handler(taken.best.settle() ?? taken.best.content)
    }

    /// Puts a better attempt in place and answers with it, unless the slot is spent.
    func spend(with outcome: Outcome) {
        improve(to: outcome)
        spend()
    }

    /// The same for a caller that has something to do where something else must be shown.
    ///
    /// - Returns: That, as the best attempt of a slot that is open again; `nil` where there is nothing left to do.
    func settle(with outcome: Outcome) -> UNNotificationContent? {
        improve(to: outcome)
        guard let taken = take(leaving: .settling(isLate: false)) else { return nil }
        let other = taken.best.settle()
        let next = Handover(
            value: Pending(handler: taken.handler, best: Outcome(other ?? taken.best.content))
        )
        let isOpenAgain = state.withLock { state in
            if other != nil, case .settling(isLate: false) = state.value {
                state = Handover(value: .open(next.value))
                return true
            }
            state = Handover(value: .spent)
            return false
        }
        if isOpenAgain { return other }
        taken.handler(next.value.best.content)
        return nil
    }

    private func take(leaving next: State) -> Pending? {
        let next = Handover(value: next)
        let taken = state.withLock { state -> Handover<Pending>? in
            switch state.value {
            case .open(let pending):
                state = next
                return Handover(value: pending)
            case .settling:
                // Whoever settles answers, and asks nobody first.
                state = Handover(value: .settling(isLate: true))
                return nil
            case .spent: return nil
            }
        }
        return taken?.value
    }
}

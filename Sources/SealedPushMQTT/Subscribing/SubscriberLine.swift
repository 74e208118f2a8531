// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where a subscriber and its thread meet.
final class SubscriberLine: Sendable {
    enum Phase: Int {
        case open
        /// Finishes the message it has.
        case closing
        /// Does not wait for that either.
        case abandoned
        case ended
    }

    private struct State: Sendable {
        var phase = Phase.open
        var oversizedCount = 0
        var endings: [@Sendable () -> Void] = []
    }

    let waker: Waker
    private let state = Lock(State())

    init(waker: Waker) { self.waker = waker }

    var phase: Phase { state.withLock { $0.phase } }
    var oversizedCount: Int { state.withLock { $0.oversizedCount } }

    func countOversized() { state.withLock { $0.oversizedCount += 1 } }

    func close(abandoning: Bool) {
        state.withLock { state in
            let phase = abandoning ? Phase.abandoned : .closing
            if state.phase.rawValue < phase.rawValue { state.phase = phase }
        }
        waker.wake()
    }

    /// The thread's last word.
    func end() {
        let endings = state.withLock { state in
            state.phase = .ended
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings { ending() }
    }

    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.phase != .ended { state.endings.append(body) }
            return state.phase == .ended
        }
        if isOver { body() }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// Why the program ends; the first reason counts.
final class Ending: Sendable {
    enum Reason: Hashable, Sendable {
        /// SIGTERM, SIGINT or SIGHUP.
        case signal
        /// `--max` was reached.
        case enough
        /// It cannot go on.
        case failure(CommandError)
    }

    private struct State: Sendable {
        var reason: Reason?
        var waiters: [CheckedContinuation<Reason, Never>] = []
    }

    private let state = Lock(State())

    func end(_ reason: Reason) {
        let (waiters, first) = state.withLock { state in
            let first = state.reason ?? reason
            state.reason = first
            defer { state.waiters = [] }
            return (state.waiters, first)
        }
        for waiter in waiters { waiter.resume(returning: first) }
    }

    var hasCome: Bool { state.withLock { $0.reason != nil } }

    func wait() async -> Reason {
        await withCheckedContinuation { continuation in
            let reason = state.withLock { state in
                if state.reason == nil { state.waiters.append(continuation) }
                return state.reason
            }
            if let reason { continuation.resume(returning: reason) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Runs pieces of work at once, so many and no more: whoever brings another waits.
final class Crew: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let size: Int
    private let state: Lock<State>

    init(_ size: Int) {
        self.size = size
        state = Lock(State(free: size))
    }

    /// Starts a piece of work as soon as there is somebody for it.
    func start(_ work: @escaping @Sendable () async -> Void) async {
        await take()
        Task {
            await work()
            give()
        }
    }

    /// Waits until all work is done; no other may be brought meanwhile.
    func finish() async {
        for _ in 0..<size { await take() }
        for _ in 0..<size { give() }
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func give() {
        state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }?.resume()
    }
}

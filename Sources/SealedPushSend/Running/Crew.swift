// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Runs pieces of work at once, so many and no more: whoever brings another waits.
final class Crew: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// What is under way, by number.
        var tasks: [Int: Task<Void, Never>] = [:]
        var started = 0
        var isCancelled = false
    }

    private let size: Int
    private let state: Lock<State>

    init(_ size: Int) {
        self.size = size
        state = Lock(State(free: size))
    }

    /// Starts a piece of work as soon as there is somebody for it.
    ///
    /// - Parameters:
    ///   - isTooLate: Asked once there is somebody: whether it is not to be started any more.
    ///   - work: What is to be done.
    /// - Returns: Whether it was started.
    @discardableResult
    func start(unless isTooLate: () -> Bool = { false }, _ work: @escaping @Sendable () async -> Void) async -> Bool {
        await take()
        guard !isTooLate() else {
            give()
            return false
        }
        state.withLock { state in
            let number = state.started
            state.started += 1
            // It ends under the same lock, so not before it stands in the list.
            let task = Task {
                await work()
                end(number)
            }
            if state.isCancelled { task.cancel() }
            state.tasks[number] = task
        }
        return true
    }

    /// Waits until all work is done; no other may be brought meanwhile.
    func finish() async {
        for _ in 0..<size { await take() }
        for _ in 0..<size { give() }
    }

    /// Whether work was told to come to an end.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Tells what is under way, and what still comes, to come to an end.
    func cancel() {
        let tasks = state.withLock { state in
            state.isCancelled = true
            return [Task<Void, Never>](state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    private func end(_ number: Int) {
        state.withLock { _ = $0.tasks.removeValue(forKey: number) }
        give()
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

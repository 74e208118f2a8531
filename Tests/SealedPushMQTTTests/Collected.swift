// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SealedPushCore
import Testing

/// Things that callbacks bring, and a test waits for.
final class Collected<Element: Sendable>: Sendable {
    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    private struct Waiter: Sendable {
        let number: Int
        let isEnough: @Sendable ([Element]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var elements: [Element] = []
        var waiters: [Waiter] = []
        var count = 0
    }

    private let state = Lock(State())

    var elements: [Element] { state.withLock { $0.elements } }

    func add(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let elements = state.elements
            let ready = state.waiters.filter { $0.isEnough(elements) }
            state.waiters.removeAll { waiter in ready.contains { $0.number == waiter.number } }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// Waits until what came is enough, but no longer than a time that only a fault exceeds.
    @discardableResult
    func wait(
        within seconds: Int = 60,
        _ isEnough: @escaping @Sendable ([Element]) -> Bool
    ) async throws -> [Element] {
        let isThere = await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard !isEnough(state.elements) else { return nil }
                state.count += 1
                state.waiters.append(Waiter(number: state.count, isEnough: isEnough, continuation: continuation))
                return state.count
            }
            guard let number else { return continuation.resume(returning: true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
                let late = self.state.withLock { state -> Waiter? in
                    guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
                    return state.waiters.remove(at: index)
                }
                late?.continuation.resume(returning: false)
            }
        }
        let elements = elements
        guard isThere else {
            throw TimedOut(description: "not within \(seconds) s; \(elements.count) came, last \(elements.suffix(3))")
        }
        return elements
    }

    @discardableResult
    func wait(count: Int, within seconds: Int = 60) async throws -> [Element] {
        try await wait(within: seconds) { $0.count >= count }
    }
}

extension Collected where Element: Equatable {
    @discardableResult
    func wait(for element: Element, within seconds: Int = 60) async throws -> [Element] where Element: Sendable {
        try await wait(within: seconds) { $0.contains(element) }
    }
}

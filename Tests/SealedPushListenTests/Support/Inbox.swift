// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore

/// Lines that come from elsewhere, and a test waits for.
final class Inbox: Sendable {
    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    private struct Waiter: Sendable {
        let number: Int
        let isEnough: @Sendable ([String]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var lines: [String] = []
        var waiters: [Waiter] = []
        var count = 0
        var hasEnded = false
    }

    private let state = Lock(State())

    var all: [String] { state.withLock { $0.lines } }

    func add(_ line: String) { change { $0.lines.append(line) } }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let lines = state.lines
            let ready = state.waiters.filter { $0.isEnough(lines) || state.hasEnded }
            state.waiters.removeAll { waiter in ready.contains { $0.number == waiter.number } }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// Takes the lines of a descriptor, on a thread of its own, to the end.
    func read(_ descriptor: Int32) {
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &part, part.count)
                guard count > 0 else { break }
                rest += part[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    self.add(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            close(descriptor)
            self.change { $0.hasEnded = true }
        }
    }

    /// Waits until what came is enough, or the end has come; no longer than a time that only a fault exceeds.
    @discardableResult
    func wait(
        _ what: String,
        within seconds: Int = 120,
        _ isEnough: @escaping @Sendable ([String]) -> Bool
    ) async throws -> [String] {
        let isThere = await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard !isEnough(state.lines), !state.hasEnded else { return nil }
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
        let lines = all
        guard isThere, isEnough(lines) else {
            throw TimedOut(description: "\(what) did not come; \(lines.count) lines, last \(lines.suffix(3))")
        }
        return lines
    }

    @discardableResult
    func wait(count: Int, within seconds: Int = 120) async throws -> [String] {
        try await wait("line \(count)", within: seconds) { $0.count >= count }
    }

    /// Waits for the end.
    func end(within seconds: Int = 120) async throws -> [String] {
        _ = try? await wait("the end", within: seconds) { _ in false }
        guard state.withLock({ $0.hasEnded }) else { throw TimedOut(description: "no end within \(seconds) s") }
        return all
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SealedPushCLI
internal import SealedPushCore

/// Reads a list of recipients on a thread of its own, so that a stop does not wait for a line that may never come.
final class ListReader: @unchecked Sendable {
    // Unchecked because the compiler cannot see that the list is used on `queue` alone.

    /// What comes next.
    enum Event: Sendable {
        /// A recipient, and why the line is refused as it stands.
        case line(String, refusal: String?)
        /// No line any more.
        case end
        /// The stop has come.
        case stopped
        case failed(CommandError)
    }

    private struct State: Sendable {
        var waiting: CheckedContinuation<Event, Never>?
        var isStopped = false
        /// What was read when nobody waited for it any more.
        var missed: Event?
    }

    private let list: RecipientList
    private let queue = DispatchQueue(label: "sealedpush.list")
    private let state = Lock(State())

    /// - Parameters:
    ///   - list: The list, which nobody else reads.
    ///   - stop: Ends the reading.
    init(_ list: sending RecipientList, until stop: Stop) {
        self.list = list
        stop.whenCome { [weak self] in self?.end() }
    }

    /// Waits for the next line, or the stop.
    func next() async -> Event {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if !state.isStopped { state.waiting = continuation }
                return state.isStopped
            }
            guard !isStopped else {
                continuation.resume(returning: .stopped)
                return
            }
            queue.async { self.answer(self.read()) }
        }
    }

    /// The next name after the stop; only for a list that is all there, for it is waited for.
    func nextLeft() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async {
                guard case .line(let name, _) = self.takeMissed() ?? self.read() else {
                    continuation.resume(returning: nil)
                    return
                }
                continuation.resume(returning: name)
            }
        }
    }

    private func takeMissed() -> Event? {
        state.withLock { state in
            defer { state.missed = nil }
            return state.missed
        }
    }

    private func read() -> Event {
        do throws(CommandError) {
            guard let line = try list.next() else { return .end }
            return .line(line.name, refusal: line.refusal)
        } catch {
            return .failed(error)
        }
    }

    private func answer(_ event: Event) {
        state.withLock { state -> CheckedContinuation<Event, Never>? in
            defer { state.waiting = nil }
            if state.waiting == nil { state.missed = event }
            return state.waiting
        }?.resume(returning: event)
    }

    private func end() {
        state.withLock { state -> CheckedContinuation<Event, Never>? in
            defer { state.waiting = nil }
            state.isStopped = true
            return state.waiting
        }?.resume(returning: .stopped)
    }
}

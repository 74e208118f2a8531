// SPDX-License-Identifier: Apache-2.0

extension Mailbox {
    /// What the lock guards.
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var incoming: [Job] = []
        @usableFromInline var cancelled: [Job] = []
        /// Jobs for which there was no room; those that were cancelled stay until their turn or the next tidying.
        @usableFromInline var waiting = Fifo<Job>()
        @usableFromInline var cancelledWaiting = 0
        @usableFromInline var outstanding = 0
        @usableFromInline var life = ClientLife()
        @usableFromInline var isWoken = false
    }
}

extension Mailbox.State {
    /// Lets a job in.
    @inlinable
    mutating func admit(_ job: Job) {
        job.ticket.place = .inside
        outstanding += 1
        incoming.append(job)
    }

    /// Whether the thread has to be woken: once for all that comes until it looks.
    @inlinable
    mutating func mustWake() -> Bool {
        guard !isWoken, life.phase != .ended else { return false }
        isWoken = true
        return true
    }

    /// Counts one that was cancelled while it waited; tidies up where those are the most.
    @inlinable
    mutating func countCancelledWaiting() {
        cancelledWaiting += 1
        guard cancelledWaiting > 32, cancelledWaiting * 2 > waiting.count else { return }
        _ = waiting.removeAll { $0.ticket.place == .done }
        cancelledWaiting = 0
    }
}

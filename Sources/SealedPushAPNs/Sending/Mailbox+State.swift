// SPDX-License-Identifier: Apache-2.0

extension Mailbox {
    /// What the lock guards.
    struct State: Sendable {
        var incoming: [Job] = []
        var cancelled: [Job] = []
        /// Jobs for which there was no room; those that were cancelled stay until their turn or the next tidying.
        var waiting = Fifo<Job>()
        var cancelledWaiting = 0
        var outstanding = 0
        var phase = Phase.open
        var isWoken = false
        var endings: [@Sendable () -> Void] = []
    }
}

extension Mailbox.State {
    mutating func admit(_ job: Job) {
        job.ticket.place = .inside
        outstanding += 1
        incoming.append(job)
    }

    /// Whether the driver has to be woken: once for all that comes until it looks.
    mutating func mustWake() -> Bool {
        guard !isWoken, phase != .ended else { return false }
        isWoken = true
        return true
    }

    mutating func countCancelledWaiting() {
        cancelledWaiting += 1
        guard cancelledWaiting > 32, cancelledWaiting * 2 > waiting.count else { return }
        _ = waiting.removeAll { $0.ticket.place == .done }
        cancelledWaiting = 0
    }
}

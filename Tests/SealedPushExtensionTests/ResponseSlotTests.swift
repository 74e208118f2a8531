// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The slot of one content handler")
struct ResponseSlotTests {
    /// One thread's steps; each is done whole, any other thread's may come between.
    private enum Step {
        case improve(String)
        /// What a worker does before a hook: no further step once the slot is spent.
        case stopIfSpent
        case spend
    }

    private static let schedules: [[[Step]]] = [
        // A push that opens, and two that say the time is up.
        [[.improve("opened"), .stopIfSpent, .improve("hooked"), .spend], [.spend], [.spend]],
        // One that fails.
        [[.improve("failed"), .stopIfSpent, .improve("hooked"), .spend], [.spend], [.spend]],
        // More than there are: a worker that opens and one that fails.
        [[.improve("opened"), .improve("hooked"), .spend], [.improve("failed"), .spend], [.spend]],
    ]

    @Test("in every order of steps it answers once, with the best attempt until then", arguments: 0..<3)
    func everyOrder(number: Int) {
        let threads = Self.schedules[number]
        let orders = Interleavings.all(threads.map(\.count))
        #expect(orders.count == [30, 30, 60][number])
        for order in orders {
            let probe = SlotProbe()
            var left = threads.map { $0[...] }
            // The rule, in its own words.
            var best = "placeholder"
            var shown: String?
            for thread in order {
                guard let step = left[thread].popFirst() else { continue }
                switch step {
                case .improve(let name):
                    probe.slot.improve(to: probe.outcome(name))
                    best = name
                case .stopIfSpent:
                    #expect(probe.slot.isOpen == (shown == nil))
                    if !probe.slot.isOpen { left[thread] = [] }
                case .spend:
                    probe.slot.spend()
                    shown = shown ?? best
                }
            }
            #expect(probe.log == shown.map { ["settle \($0)", "show \($0)"] }, "order \(order)")
        }
    }

    @Test("what is found while settling is shown in place of the attempt")
    func settlingReplaces() {
        let answers = Answers()
        let placeholder = UNMutableNotificationContent()
        let slot = ResponseSlot(best: Outcome(placeholder)) { answers.add($0) }
        let seen = UNMutableNotificationContent()
        seen.body = "seen before"
        let opened = UNMutableNotificationContent()
        opened.body = "opened"
        slot.spend(with: Outcome(opened, settle: { seen }).with(opened))
        #expect(answers.first?.body == "seen before")
    }

    @Test("a handler may come back into the slot")
    func reentry() {
        let slots = Lock<[ResponseSlot]>([])
        let calls = Lock(0)
        let slot = ResponseSlot(best: Outcome(UNMutableNotificationContent())) { content in
            calls.withLock { $0 += 1 }
            let slot = slots.withLock { $0[0] }
            #expect(!slot.isOpen)
            slot.improve(to: Outcome(content))
            slot.spend()
        }
        slots.withLock { $0 = [slot] }
        slot.spend()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("finished, failed and time up at the same instant: 100,000 times exactly one of them answers")
    func threads() {
        let rounds = Rounds.count(100_000)
        let chunk = 1000
        let barrier = Barrier(3)
        for _ in 0..<rounds / chunk {
            let probes = (0..<chunk).map { _ in SlotProbe() }
            Threads.run(3) { thread in
                for probe in probes {
                    let outcome = thread == 2 ? nil : probe.outcome(thread == 0 ? "opened" : "failed")
                    barrier.wait()
                    if let outcome { probe.slot.spend(with: outcome) } else { probe.slot.spend() }
                }
            }
            let wrong = probes.map(\.log).filter { log in
                !["placeholder", "opened", "failed"].contains { log == ["settle \($0)", "show \($0)"] }
            }
            #expect(wrong.isEmpty)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The whole extension against its clock")
struct HandlerRaceTests {
    @Test("a push that opens or fails while its time runs out is answered exactly once", arguments: [true, false])
    func race(opens: Bool) throws {
        let seed: UInt64 = opens ? 1 : 2
        var generator = SeededGenerator(seed: seed)
        let content = Push.content(try opens ? Push.sealed().encryptedContent : "AQ")
        // Until twice the time that one push took.
        var spins = 1
        let first = Delivery(Push.request(content), Device().hooks)
        while first.answers.count == 0 { spins += 2 }
        var shown: [String: Int] = [:]
        for round in 0..<Rounds.count(3000) {
            let device = Device()
            let delivery = Delivery(Push.request(content), device.hooks)
            for _ in 0..<Int.random(in: 0..<spins, using: &generator) { _ = delivery.answers.count }
            delivery.expire()
            #expect(delivery.settle(), "the worker ends")
            #expect(delivery.answers.count == 1, "seed \(seed), round \(round)")
            let content = try #require(delivery.answers.first)
            let wasOpened = content.title == "Door"
            shown[content.title + content.body, default: 0] += 1
            // What was shown is what was written down.
            #expect(device.seen.records == (wasOpened ? 1 : 0), "seed \(seed), round \(round)")
            #expect(wasOpened || content.body == "Neutral text", "seed \(seed), round \(round)")
        }
        #expect(!opens || shown.count == 2, "both sides won some of the races: \(shown)")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushReceiver
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("A push that turns out to be none to show only when it was to be shown")
struct LateFailureTests {
    @Test("is told to the hook as any other failure, and shown as that says")
    func duplicate() throws {
        var device = Device()
        device.policy.mayDrop = true
        let sealed = try Push.sealed()
        let other = device.harness()
        let told = Lock<[OpenFailure.Reason]>([])
        let shown = device.harness { hooks in
            hooks.didOpen = { _, content in
                // The same push in another process, which is faster.
                _ = other.deliver(sealed.json)
                return content
            }
            hooks.didFail = { failure, content in
                told.withLock { $0.append(failure.reason) }
                content.userInfo["told"] = failure.reason.rawValue
                return content
            }
        }.deliver(sealed.json)
        #expect(told.withLock { $0 } == [.duplicate])
        #expect(shown.content.userInfo["told"] as? String == "duplicate")
        #expect(shown.content.title == "" && shown.content.body == "")
        #expect(shown.handlerCalls == 1)
        #expect(device.failures == ["duplicate": 1])
    }

    @Test("is told so where the list could not be written and must be")
    func unwritable() throws {
        var device = Device()
        device.policy.requiresReplayCheck = true
        device.seen.beforeRecord { () throws(KeyStoreError) in throw KeyStoreError(.unavailable, "held by another") }
        let told = Lock<[OpenFailure.Reason]>([])
        let shown = device.harness { hooks in
            hooks.didFail = { failure, content in
                told.withLock { $0.append(failure.reason) }
                return content
            }
        }.deliver(try Push.sealed().json)
        #expect(told.withLock { $0 } == [.storeUnavailable])
        #expect(shown.content.title == "" && shown.content.body == "Neutral text")
        #expect(device.failures == ["storeUnavailable": 1])
    }

    @Test("is answered in time where the hook then takes too long: without what the hook would have made of it")
    func hookHangs() {
        let answers = Lock<[String]>([])
        let slot = ResponseSlot(best: Outcome(content("placeholder"))) { content in
            answers.withLock { $0.append(content.body) }
        }
        let other = slot.settle(with: Outcome(content("opened"), settle: { content("failed") }))
        #expect(other?.body == "failed")
        #expect(slot.isOpen)
        // The system's word that the time is up.
        slot.spend()
        slot.spend(with: Outcome(content("hooked")))
        #expect(answers.withLock { $0 } == ["failed"])
    }

    @Test("is answered without the hook where the time is up while it turns out")
    func lateWhileSettling() {
        let answers = Lock<[String]>([])
        let slot = ResponseSlot(best: Outcome(content("placeholder"))) { content in
            answers.withLock { $0.append(content.body) }
        }
        let outcome = Outcome(content("opened")) {
            slot.spend()
            #expect(slot.isOpen)
            return content("failed")
        }
        #expect(slot.settle(with: outcome) == nil)
        #expect(!slot.isOpen)
        #expect(answers.withLock { $0 } == ["failed"])
    }

    private func content(_ body: String) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.body = body
        return content
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("What is written down as seen")
struct SeenRecordTests {
    private static let busy = KeyStoreError(.unavailable, "busy")

    @Test("is what was shown: a push whose hook hung is seen")
    func hung() throws {
        let device = Device()
        let gate = Gate()
        let sealed = try Push.sealed()
        let shown = device.harness { hooks in
            hooks.didOpen = { _, content in
                gate.pass()
                return content
            }
        }.deliver(sealed.json, budget: .milliseconds(200))
        #expect(gate.waitForWorker())
        gate.open()
        #expect(shown.handlerCalls == 1)
        // On a slow machine it may not have come as far as the hook.
        let wasOpened = shown.content.title == "Door"
        #expect(device.seen.records == (wasOpened ? 1 : 0))
        #expect(device.harness().deliver(sealed.json).reason == (wasOpened ? .duplicate : nil))
    }

    @Test("is not what was never opened: the same push opens later")
    func neverOpened() throws {
        let device = Device()
        let gate = Gate()
        var hooks = device.hooks
        hooks.makeReceiver = {
            gate.pass()
            return device.receiver
        }
        let sealed = try Push.sealed()
        let delivery = Delivery(Push.request(sealed), hooks)
        #expect(gate.waitForWorker())
        delivery.expire()
        gate.open()
        #expect(delivery.settle())
        #expect(delivery.answers.first?.body == "Neutral text")
        #expect(device.seen.records == 0)
        #expect(device.harness().deliver(sealed.json).content.title == "Door")
    }

    @Test("is written after the hook and before the answer")
    func order() throws {
        let device = Device()
        let steps = Reasons()
        device.seen.beforeRecord { () throws(KeyStoreError) in steps.add(OpenFailure(.init(rawValue: "record"))) }
        var hooks = device.hooks
        hooks.didOpen = { _, content in
            steps.add(OpenFailure(.init(rawValue: "hook")))
            return content
        }
        let service = HookedService(hooks)
        let answered = Event()
        service.didReceive(Push.request(try Push.sealed())) { _ in
            steps.add(OpenFailure(.init(rawValue: "answer")))
            answered.signal()
        }
        #expect(answered.wait())
        #expect(steps.list == ["hook", "record", "answer"])
        #expect(device.seen.lookUps == 1)
    }

    /// Delivers a push to a device whose list fails, and what the hook was told.
    private func deliver(to device: Device) throws -> (shown: ExtensionHarness.Shown, replayChecked: Bool?) {
        let told = Lock<Bool?>(nil)
        let shown = device.harness { hooks in
            hooks.didOpen = { notification, content in
                told.withLock { $0 = notification.replayChecked }
                return content
            }
        }.deliver(try Push.sealed().json)
        #expect(shown.handlerCalls == 1)
        return (shown, told.withLock { $0 })
    }

    @Test("a list that works says that this push did not come before")
    func checked() throws {
        #expect(try deliver(to: Device()).replayChecked == true)
    }

    @Test("a list that cannot be read changes nothing but what the hook is told")
    func unreadable() throws {
        let device = Device()
        device.seen.beforeLookUp { () throws(KeyStoreError) in throw Self.busy }
        let (shown, replayChecked) = try deliver(to: device)
        #expect(shown.content.title == "Door")
        #expect(replayChecked == false)
        #expect(device.failures.isEmpty)
    }

    @Test("without a list nothing is checked")
    func noList() throws {
        let told = Lock<Bool?>(nil)
        let device = Device()
        var receiver = device.receiver
        receiver.seen = nil
        var hooks = HookedService.Hooks { [receiver] in receiver }
        hooks.didOpen = { notification, content in
            told.withLock { $0 = notification.replayChecked }
            return content
        }
        let delivery = Delivery(Push.request(try Push.sealed()), hooks)
        #expect(delivery.answers.wait()?.title == "Door")
        #expect(told.withLock { $0 } == false)
    }

    @Test("a list that cannot be written to changes nothing")
    func unwritable() throws {
        let device = Device()
        device.seen.beforeRecord { () throws(KeyStoreError) in throw Self.busy }
        #expect(try deliver(to: device).shown.content.title == "Door")
        #expect(device.failures.isEmpty)
    }

    @Test("a list that fails refuses the push where the app insists on it", arguments: [true, false])
    func insists(whenReading: Bool) throws {
        var device = Device()
        device.policy.requiresReplayCheck = true
        if whenReading {
            device.seen.beforeLookUp { () throws(KeyStoreError) in throw Self.busy }
        } else {
            device.seen.beforeRecord { () throws(KeyStoreError) in throw Self.busy }
        }
        let (shown, _) = try deliver(to: device)
        #expect(shown.reason == .storeUnavailable)
        expectHarmless(shown.content)
        #expect(shown.content.body == "Neutral text")
        #expect(device.failures == ["storeUnavailable": 1])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("When the time is up")
struct ExpiryTests {
    /// Where the worker is at that moment.
    enum Step: CaseIterable {
        case makingReceiver
        case readingKeys
        case lookingUp
        case openHook
        case failHook
    }

    /// A device whose worker stops at one step, and how often its hooks were called.
    private func stopping(at step: Step, _ gate: Gate, _ device: Device, _ calls: Reasons) -> HookedService.Hooks {
        var receiver = device.receiver
        if step == .readingKeys { receiver.keys = GatedKeyStore(store: device.store, gate: gate) }
        if step == .lookingUp { device.seen.beforeLookUp { () throws(KeyStoreError) in gate.pass() } }
        var hooks = HookedService.Hooks { [receiver] in
            if step == .makingReceiver { gate.pass() }
            return receiver
        }
        hooks.didOpen = { _, content in
            calls.add(OpenFailure(.init(rawValue: "opened")))
            if step == .openHook { gate.pass() }
            content.title = "too late"
            return content
        }
        hooks.didFail = { failure, content in
            calls.add(failure)
            if step == .failHook { gate.pass() }
            content.title = "too late"
            return content
        }
        return hooks
    }

    // rows: S0-57 S3-04
    @Test("the best attempt so far is the answer, and nothing happens afterwards", arguments: Step.allCases)
    func everyStep(step: Step) throws {
        let gate = Gate()
        let device = Device()
        let calls = Reasons()
        let field = step == .failHook ? "A=" : try Push.sealed().encryptedContent
        let delivery = Delivery(Push.request(Push.content(field)), stopping(at: step, gate, device, calls))
        #expect(gate.waitForWorker())
        #expect(delivery.answers.count == 0)
        delivery.expire()
        #expect(delivery.answers.count == 1)
        let shown = try #require(delivery.answers.first)
        #expect(shown.title == (step == .openHook ? "Door" : ""))
        #expect(shown.body == (step == .openHook ? "Front door opened" : "Neutral text"))
        if step != .openHook { expectHarmless(shown, hiding: [field]) }
        // Shown and written down go together.
        let records = step == .openHook ? 1 : 0
        let failures = step == .failHook ? ["malformed": 1] : [:]
        #expect(device.seen.records == records)
        #expect(device.failures == failures)

        delivery.expire()
        gate.open()
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        #expect(device.seen.records == records)
        #expect(device.failures == failures)
        let called: [String] =
            switch step {
            case .openHook: ["opened"]
            case .failHook: ["malformed"]
            default: []
            }
        #expect(calls.list == called)
    }

    @Test("while the worker writes down what it shows, the answer is the worker's")
    func whileRecording() throws {
        let gate = Gate()
        let device = Device()
        device.seen.beforeRecord { () throws(KeyStoreError) in gate.pass() }
        let delivery = Delivery(Push.request(try Push.sealed()), device.hooks)
        #expect(gate.waitForWorker())
        delivery.expire()
        #expect(delivery.answers.count == 0)
        gate.open()
        #expect(delivery.answers.wait()?.title == "Door")
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        #expect(device.seen.records == 1)
    }

    @Test("a worker that comes back while the time is being called changes nothing")
    func workerReturns() throws {
        let hook = Gate()
        let record = Gate()
        let device = Device()
        device.seen.beforeRecord { () throws(KeyStoreError) in record.pass() }
        var hooks = device.hooks
        hooks.didOpen = { _, content in
            hook.pass()
            content.title = "too late"
            return content
        }
        let delivery = Delivery(Push.request(try Push.sealed()), hooks)
        #expect(hook.waitForWorker())
        let expired = Event()
        let handover = Handover(value: delivery)
        Thread.detachNewThread {
            handover.value.expire()
            expired.signal()
        }
        #expect(record.waitForWorker())
        hook.open()
        #expect(delivery.answers.count == 0)
        record.open()
        #expect(expired.wait())
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        #expect(delivery.answers.first?.title == "Door")
        #expect(device.seen.records == 1)
    }

    @Test("after the answer it means nothing")
    func afterwards() throws {
        let device = Device()
        let delivery = Delivery(Push.request(try Push.sealed()), device.hooks)
        #expect(delivery.answers.wait()?.title == "Door")
        delivery.expire()
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        #expect(device.seen.records == 1)
        #expect(device.failures.isEmpty)
    }

    @Test("all fifty open pushes of an instance are answered, each with its own best attempt")
    func fifty() throws {
        let gate = Gate()
        let device = Device()
        var hooks = device.hooks
        hooks.didOpen = { notification, content in
            // Every other one is still at work.
            if notification.payload.title == "held" { gate.pass() }
            return content
        }
        let ended = Event()
        var service: HookedService? = HookedService(hooks, ended: ended)
        var answers: [Answers] = []
        for number in 0..<50 {
            let answer = Answers()
            answers.append(answer)
            let payload = PushPayload(title: number.isMultiple(of: 2) ? "held" : "free", body: "\(number)")
            service?.didReceive(Push.request(try Push.sealed(payload))) { answer.add($0) }
        }
        for number in stride(from: 1, to: 50, by: 2) { #expect(answers[number].wait()?.body == "\(number)") }
        #expect(gate.waitForWorker())
        service?.serviceExtensionTimeWillExpire()
        for (number, answer) in answers.enumerated() {
            #expect(answer.count == 1)
            // A held one may not have come as far as its text.
            #expect(["\(number)", "Neutral text"].contains(answer.first?.body ?? ""))
        }
        // The instance goes on: the time of a later push is its own.
        let later = Answers()
        service?.didReceive(Push.request(try Push.sealed())) { later.add($0) }
        #expect(later.wait()?.title == "Door")
        gate.open()
        service = nil
        #expect(ended.wait())
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test("before any push came, it means nothing")
    func early() throws {
        let service = HookedService(Device().hooks)
        service.serviceExtensionTimeWillExpire()
        let answers = Answers()
        service.didReceive(Push.request(try Push.sealed())) { answers.add($0) }
        #expect(answers.wait()?.title == "Door")
    }
}

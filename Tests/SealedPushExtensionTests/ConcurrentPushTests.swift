// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("Many pushes at once in one process")
struct ConcurrentPushTests {
    @Test("fifty get their own answers, from one instance or from fifty", arguments: [true, false])
    func fifty(oneInstance: Bool) throws {
        let device = Device()
        let requests = try (0..<50).map { Push.request(try Push.sealed(PushPayload(title: "T\($0)", body: "B\($0)"))) }
        let answers = requests.map { _ in Answers() }
        let shared = HookedService(device.hooks)
        let handover = Handover(value: (requests, shared))
        Threads.run(50) { number in
            let (requests, shared) = handover.value
            let service = oneInstance ? shared : HookedService(device.hooks)
            service.didReceive(requests[number]) { answers[number].add($0) }
        }
        for (number, answer) in answers.enumerated() {
            let content = try #require(answer.wait())
            #expect(content.title == "T\(number)")
            #expect(content.body == "B\(number)")
        }
        #expect(answers.allSatisfy { $0.count == 1 })
        #expect(device.seen.records == 50)
    }

    @Test("the same push fifty times at once is shown once")
    func same() throws {
        let device = Device()
        let request = Push.request(try Push.sealed())
        let answers = (0..<50).map { _ in Answers() }
        let shared = Handover(value: (request, HookedService(device.hooks)))
        Threads.run(50) { number in shared.value.1.didReceive(shared.value.0) { answers[number].add($0) } }
        let titles = try answers.map { try #require($0.wait()).title }
        #expect(titles.filter { $0 == "Door" }.count == 1)
        #expect(titles.filter(\.isEmpty).count == 49)
        #expect(device.failures == ["duplicate": 49])
    }

    @Test("a second push neither takes the first one's handler nor cancels it")
    func second() throws {
        let gate = Gate()
        let device = Device()
        var hooks = device.hooks
        hooks.didOpen = { notification, content in
            if notification.payload.title == "first" { gate.pass() }
            return content
        }
        let service = HookedService(hooks)
        let first = Answers()
        let second = Answers()
        service.didReceive(Push.request(try Push.sealed(PushPayload(title: "first")))) { first.add($0) }
        #expect(gate.waitForWorker())
        service.didReceive(Push.request(try Push.sealed(PushPayload(title: "second")))) { second.add($0) }
        #expect(second.wait()?.title == "second")
        #expect(first.count == 0)
        gate.open()
        #expect(first.wait()?.title == "first")
        #expect(second.count == 1)
        #expect(first.count == 1)
    }
}

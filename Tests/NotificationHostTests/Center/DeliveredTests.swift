// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("The list of what was delivered")
struct DeliveredTests {
    // rows: S0-19 S0-31 S2-27
    @Test("has each with its request and the date of its delivery")
    func list() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request("a"))
        phone.clock.advance(by: 5)
        try await phone.add(Phone.request("b"))
        let list = await phone.center.deliveredNotifications()
        #expect(list.map(\.request.identifier) == ["a", "b"])
        #expect(list.map(\.date) == [phone.clock.now.addingTimeInterval(-5), phone.clock.now])
    }

    // rows: S0-32 S0-33 S2-28
    @Test("loses what is removed, on the screen as well; what is pending stays")
    func removed() async throws {
        let phone = try await Phone()
        for name in ["a", "b", "c"] { try await phone.add(Phone.request(name)) }
        try await phone.add(Phone.request("p", trigger: Phone.after(60)))
        phone.center.removeDeliveredNotifications(withIdentifiers: ["b", "nobody"])
        #expect(await phone.delivered == ["a", "c"])
        #expect(
            phone.presenter.calls.contains(.withdrawn([PresentedReference(identifier: "b", reference: "shown-2")]))
        )
        phone.center.removeAllDeliveredNotifications()
        #expect(await phone.delivered.isEmpty)
        #expect(await phone.pending == ["p"])
    }

    // rows: S2-18
    @Test("has one of an identifier: the later takes its place, alerts again and goes to the end")
    func replaced() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request("a", title: "first"))
        try await phone.add(Phone.request("b"))
        try await phone.add(Phone.request("a", title: "second"))
        #expect(await phone.delivered == ["b", "a"])
        #expect(phone.presenter.presentations.map(\.replacedReference) == [nil, nil, "shown-1"])
        #expect(phone.presenter.presentations.last?.showsBanner == true)
    }

    @Test("keeps as many as it was set to, within a few hundred, and the newest of them")
    func capacity() async throws {
        let phone = try await Phone { $0.listCapacity = 3 }
        for number in 1...300 { try await phone.add(Phone.request("\(number)")) }
        await phone.device.settle()
        let delivered = await phone.delivered
        #expect(delivered.count < 300)
        #expect(delivered.suffix(3) == ["298", "299", "300"])
    }

    @Test("grows by a repeating one once")
    func repeating() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request(trigger: Phone.after(60, repeats: true)))
        for _ in 0..<3 { await phone.wait(60) }
        #expect(await phone.delivered == ["id"])
    }
}

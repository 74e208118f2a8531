// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("The number on the app's icon")
struct BadgeTests {
    @Test("is set, and removed by 0")
    func set() async throws {
        let phone = try await Phone()
        try await phone.center.setBadgeCount(5)
        #expect(phone.device.badge == 5)
        try await phone.center.setBadgeCount(0)
        #expect(phone.device.badge == 0)
        #expect(phone.presenter.calls.suffix(2) == [.badge(5), .badge(0)])
    }

    @Test("cannot be negative", arguments: [-1, Int.min])
    func negative(count: Int) async throws {
        let phone = try await Phone()
        try await phone.center.setBadgeCount(5)
        do {
            try await phone.center.setBadgeCount(count)
            Issue.record("it was accepted")
        } catch {
            #expect((error as? UNError)?.code == .badgeInputInvalid)
        }
        #expect(phone.device.badge == 5)
    }

    @Test("needs permission")
    func notAllowed() async throws {
        let phone = try await Phone(options: [.alert])
        await #expect(throws: UNError.self) { try await phone.center.setBadgeCount(1) }
        #expect(phone.device.badge == 0)
    }

    // field case H1
    @Test(
        "of a push counts where it is a number from 0 up; whatever else it is, the rest is shown",
        arguments: [
            ("0", 0), ("7", 7), ("7.0", 7), ("99999999999", 99_999_999_999), ("-1", 3), (#""7""#, 3), (#""abc""#, 3),
            ("null", 3), ("1.5", 3), ("1e400", 3), ("[1]", 3),
        ]
    )
    func push(badge: String, count: Int) async throws {
        let phone = try await Phone()
        try await phone.center.setBadgeCount(3)
        try phone.device.receive(Fixture.push(#"{"aps":{"alert":"x","badge":\#(badge)}}"#))
        await phone.device.settle()
        #expect(phone.device.badge == count)
        let isReadable = badge != "1e400"
        #expect(phone.presenter.presentations.map(\.body) == (isReadable ? ["x"] : []))
    }

    @Test("comes with a push that shows nothing")
    func badgeAlone() async throws {
        let phone = try await Phone()
        try phone.device.receive(Fixture.push(#"{"aps":{"badge":9}}"#))
        #expect(phone.device.badge == 9)
        #expect(phone.presenter.presentations.isEmpty)
    }

    @Test("is left alone by content that says nothing of it")
    func absent() async throws {
        let phone = try await Phone()
        try await phone.center.setBadgeCount(3)
        try await phone.add(Phone.request())
        #expect(phone.device.badge == 3)
    }
}

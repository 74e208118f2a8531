// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@testable import UserNotificationsExamples

@Suite("Reminders")
struct ReminderTests {
    private func begin() async throws -> (TestDevice, Reminders) {
        let phone = try await TestDevice()
        let reminders = Reminders()
        phone.device.withCurrentCenter { reminders.start() }
        await phone.device.settle()
        return (phone, reminders)
    }

    // rows: S2-09 S2-11 S2-20 S2-21
    @Test("come after their time, with Snooze and Delete")
    func actions() async throws {
        let (phone, reminders) = try await begin()
        try await phone.device.withCurrentCenter {
            try await reminders.remind("tea", identifier: "tea", after: 300)
        }
        await phone.wait(300)
        let shown = try #require(phone.presenter.presentations.first)
        #expect(shown.title == "Reminder" && shown.body == "tea")
        #expect(shown.sound != nil)
        #expect(shown.actions.map(\.title) == ["Snooze", "Delete"])
        #expect(shown.actions.map(\.isDestructive) == [false, true])
    }

    // rows: S2-20 S2-26
    @Test("that are snoozed come again")
    func snooze() async throws {
        let (phone, reminders) = try await begin()
        try await phone.device.withCurrentCenter { try await reminders.remind("tea", identifier: "tea", after: 60) }
        for count in 1...3 {
            await phone.wait(Reminders.snoozeTime)
            #expect(phone.presenter.presentations.count == count)
            try await phone.device.perform("SNOOZE", on: "tea")
            #expect(await phone.device.center.pendingNotificationRequests().map(\.identifier) == ["tea"])
        }
    }

    // rows: S2-26
    @Test("that are deleted do not come again; opened or dismissed ones stay as they are")
    func delete() async throws {
        let (phone, reminders) = try await begin()
        try await phone.device.withCurrentCenter { try await reminders.remindDaily("tea", identifier: "tea", hour: 8) }
        await phone.wait(86400)
        try await phone.device.open("tea")
        await phone.wait(86400)
        try await phone.device.dismiss("tea")
        await phone.wait(86400)
        #expect(phone.presenter.presentations.count == 3)
        try await phone.device.perform("DELETE", on: "tea")
        await phone.wait(5 * 86400)
        #expect(phone.presenter.presentations.count == 3)
    }

    // rows: S2-12 S2-14
    @Test("come at a date, and every week")
    func dates() async throws {
        let (phone, reminders) = try await begin()
        let date = phone.clock.now.addingTimeInterval(86_400.0 * 3)
        try await phone.device.withCurrentCenter {
            try await reminders.remind("once", identifier: "once", at: date)
            try await reminders.remindWeekly("weekly", identifier: "weekly", weekday: 2, hour: 9)
        }
        await phone.wait(86_400 * 3 - 1)
        #expect(!phone.bodies.contains("once"))
        await phone.wait(1)
        #expect(phone.bodies.contains("once"))
        for _ in 0..<25 { await phone.wait(86_400) }
        #expect(phone.bodies.filter { $0 == "weekly" }.count == 4)
    }

    @Test("are shown while the app is in the foreground, too")
    func foreground() async throws {
        let (phone, reminders) = try await begin()
        phone.device.isInForeground = true
        try await phone.device.withCurrentCenter { try await reminders.remind("tea", identifier: "tea", after: 1) }
        await phone.wait(1)
        #expect(phone.bodies == ["tea"])
    }

    // rows: S2-05
    @Test("ask for permission")
    func permission() async throws {
        let (phone, reminders) = try await begin()
        let granted = await withCheckedContinuation { continuation in
            phone.device.withCurrentCenter { reminders.askForPermission { continuation.resume(returning: $0) } }
        }
        #expect(granted)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("The clock that a device goes by")
struct ClockTests {
    @Test("of this machine calls, whether or not anybody keeps the alarm")
    func systemClock() {
        let clock = SystemClock()
        let called = Promised<Bool>()
        _ = clock.schedule(at: Date(timeIntervalSinceNow: 0.02)) { called.set(true) }
        #expect(called.wait() == true)
    }

    @Test("of this machine calls at once for what has passed, and never for what was cancelled")
    func systemClockEdges() {
        let clock = SystemClock()
        let called = Promised<String>()
        clock.schedule(at: Date(timeIntervalSinceNow: 0.01)) { called.set("cancelled") }.cancel()
        _ = clock.schedule(at: .distantFuture) { called.set("distant future") }
        _ = clock.schedule(at: Date(timeIntervalSinceNow: .infinity)) { called.set("infinity") }
        #expect(called.wait(seconds: 0.1) == nil)
        _ = clock.schedule(at: .distantPast) { called.set("past") }
        #expect(called.wait() == "past")
    }

    @Test("set by a test stops at each date: three days in one step bring a daily reminder three times")
    func steps() async throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let phone = try await Phone(clock: ManualClock(now: start))
        var time = DateComponents(hour: 9)
        time.timeZone = TimeZone(identifier: "UTC")
        try await phone.add(Phone.request(trigger: UNCalendarNotificationTrigger(dateMatching: time, repeats: true)))
        await phone.wait(3 * 86_400)
        // 1,800,000,000 is at 08:00.
        let dates = phone.presenter.presentations.map { $0.date.timeIntervalSince(start) }
        let expected: [TimeInterval] = [3_600, 90_000, 176_400]
        #expect(dates == expected)
    }

    @Test("is the one by which a trigger tells its next date")
    func nextTriggerDate() async throws {
        let phone = try await Phone()
        let trigger = Phone.after(60)
        let date = phone.device.withCurrentCenter { trigger.nextTriggerDate() }
        #expect(date == phone.clock.now.addingTimeInterval(60))
        #expect(trigger.nextTriggerDate() != date)
    }

    @Test("may be turned back: what is to come still comes")
    func turnedBack() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request(trigger: Phone.after(60)))
        await phone.wait(-3600)
        await phone.wait(3600 + 59)
        #expect(phone.shownTitles.isEmpty)
        await phone.wait(1)
        #expect(phone.shownTitles == ["Title"])
    }
}

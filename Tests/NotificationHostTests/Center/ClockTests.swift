// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
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

    @Test("may be turned back: nothing waits longer than if it were added then")
    func turnedBack() async throws {
        let phone = try await Phone()
        var nine = DateComponents(hour: 9)
        nine.timeZone = TimeZone(identifier: "UTC")
        try await phone.add(
            Phone.request(
                "daily",
                title: "daily",
                trigger: UNCalendarNotificationTrigger(dateMatching: nine, repeats: true)
            )
        )
        try await phone.add(Phone.request("minute", title: "minute", trigger: Phone.after(60, repeats: true)))
        try await phone.add(Phone.request("once", title: "once", trigger: Phone.after(30)))
        // Six years.
        await phone.wait(-6 * 365 * 86_400)
        _ = await phone.pending
        await phone.wait(30)
        #expect(phone.shownTitles == ["once"])
        await phone.wait(30)
        #expect(phone.shownTitles == ["once", "minute"])
        await phone.wait(86_400)
        #expect(phone.shownTitles.filter { $0 == "daily" }.count == 1)
    }

    @Test("that was ahead in an earlier process leaves nobody without reminders")
    func turnedBackMeanwhile() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        try await first.add(Phone.request(trigger: Phone.after(60, repeats: true)))
        first.device.stop()
        let clock = ManualClock(now: first.clock.now.addingTimeInterval(-1_000_000))
        let second = try await Phone(storage: .folder(folder.url.path), clock: clock)
        await second.wait(60)
        #expect(second.shownTitles == ["Title"])
    }

    @Test(
        "may say anything: a repeating trigger ends, or waits",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e18, -1e17]
    )
    func absurd(seconds: Double) async throws {
        let clock = JumpingClock()
        let phone = try await Phone { $0.clock = clock }
        try await phone.add(Phone.request(trigger: Phone.after(60, repeats: true)))
        clock.jump(to: Date(timeIntervalSince1970: seconds))
        await phone.device.settle()
        #expect(phone.presenter.presentations.count <= 1)
        #expect(clock.jumps <= 3)
    }

    /// A clock that is set, and then calls what is to come, once.
    private final class JumpingClock: DeviceClock, @unchecked Sendable {
        // Unchecked because it changes: under its lock alone.
        private let lock = NSLock()
        private var date = Date(timeIntervalSince1970: 1_800_000_000)
        private var actions: [@Sendable () -> Void] = []
        private var count = 0

        private final class Alarm: DeviceAlarm { func cancel() {} }

        var now: Date { lock.withLock { date } }
        var jumps: Int { lock.withLock { count } }

        func schedule(at date: Date, _ action: @escaping @Sendable () -> Void) -> any DeviceAlarm {
            lock.withLock {
                count += 1
                actions.append(action)
            }
            return Alarm()
        }

        func jump(to date: Date) {
            let due = lock.withLock {
                self.date = date
                defer { actions = [] }
                return actions
            }
            for action in due { action() }
        }
    }
}

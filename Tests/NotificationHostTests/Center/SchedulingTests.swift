// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("What is scheduled")
struct SchedulingTests {
    // rows: S0-07 S0-14 S0-15 S2-17
    @Test("without a trigger is delivered at once")
    func atOnce() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request())
        #expect(phone.shownTitles == ["Title"])
        #expect(await phone.pending.isEmpty)
        #expect(await phone.delivered == ["id"])
    }

    // rows: S0-09 S2-11 S0-28
    @Test("after an interval comes then, and not before")
    func interval() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request(trigger: Phone.after(300)))
        await phone.wait(299)
        #expect(phone.shownTitles.isEmpty)
        #expect(await phone.pending == ["id"])
        await phone.wait(1)
        #expect(phone.shownTitles == ["Title"])
        #expect(await phone.pending.isEmpty)
        await phone.wait(3000)
        #expect(phone.shownTitles.count == 1)
    }

    // rows: S2-10
    @Test("repeating comes again on the beat, and stays pending until it is taken back")
    func repeating() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request(trigger: Phone.after(60, repeats: true)))
        for count in 1...5 {
            await phone.wait(60)
            #expect(phone.shownTitles.count == count)
            #expect(await phone.pending == ["id"])
        }
        #expect(await phone.delivered == ["id"])
        phone.center.removePendingNotificationRequests(withIdentifiers: ["id"])
        await phone.wait(600)
        #expect(phone.shownTitles.count == 5)
    }

    // rows: S0-10 S2-12 S2-13
    @Test("at a time of day comes each day")
    func daily() async throws {
        let phone = try await Phone(clock: ManualClock(now: Date(timeIntervalSince1970: 1_800_000_000)))
        var time = DateComponents(hour: 22)
        time.timeZone = TimeZone(identifier: "Europe/Berlin")
        try await phone.add(
            Phone.request(trigger: UNCalendarNotificationTrigger(dateMatching: time, repeats: true))
        )
        for _ in 0..<24 * 7 { await phone.wait(3600) }
        #expect(phone.shownTitles.count == 7)
        let last = try #require(await phone.center.deliveredNotifications().first)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(calendar.component(.hour, from: last.date) == 22)
    }

    @Test("without a next date is refused")
    func noDate() async throws {
        let phone = try await Phone()
        let past = UNCalendarNotificationTrigger(dateMatching: DateComponents(year: 2001), repeats: false)
        do {
            try await phone.center.add(Phone.request(trigger: past))
            Issue.record("it was accepted")
        } catch {
            #expect((error as? UNError)?.code == .notificationInvalidNoDate)
        }
        #expect(await phone.pending.isEmpty)
    }

    @Test("with nothing to show is refused")
    func noContent() async throws {
        let phone = try await Phone()
        do {
            try await phone.center.add(Phone.request(title: ""))
            Issue.record("it was accepted")
        } catch {
            #expect((error as? UNError)?.code == .notificationInvalidNoContent)
        }
    }

    @Test("with a userInfo that no property list holds is refused")
    func badUserInfo() async throws {
        let phone = try await Phone()
        do {
            try await phone.center.add(Phone.request { $0.userInfo = ["x": Phone.self] })
            Issue.record("it was accepted")
        } catch {
            #expect("\(error)".contains("userInfo"))
        }
    }

    // rows: S2-18
    @Test("under an identifier in use takes the place of the earlier one, with its own trigger")
    func replaced() async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request(title: "first", trigger: Phone.after(60)))
        try await phone.add(Phone.request("other", title: "other", trigger: Phone.after(120)))
        try await phone.add(Phone.request(title: "second", trigger: Phone.after(180)))
        #expect(await phone.pending == ["other", "id"])
        await phone.wait(60)
        #expect(phone.shownTitles.isEmpty)
        await phone.wait(120)
        #expect(phone.shownTitles == ["other", "second"])
    }

    // rows: S0-29 S0-30 S2-28
    @Test("is taken back by identifier, or all of it; unknown identifiers are ignored")
    func removed() async throws {
        let phone = try await Phone()
        for name in ["a", "b", "c"] { try await phone.add(Phone.request(name, trigger: Phone.after(60))) }
        phone.center.removePendingNotificationRequests(withIdentifiers: ["b", "nobody"])
        #expect(await phone.pending == ["a", "c"])
        phone.center.removeAllPendingNotificationRequests()
        #expect(await phone.pending.isEmpty)
        await phone.wait(60)
        #expect(phone.shownTitles.isEmpty)
        #expect(phone.clock.alarmCount == 0)
    }

    @Test("is delivered in the order of the dates, and of the calls where they are the same")
    func order() async throws {
        let phone = try await Phone()
        for (name, seconds) in [("c", 30.0), ("a", 10), ("d", 30), ("b", 20)] {
            try await phone.add(Phone.request(name, title: name, trigger: Phone.after(seconds)))
        }
        await phone.wait(100)
        #expect(phone.shownTitles == ["a", "b", "c", "d"])
    }

    @Test("sleeps for the next date alone, however much there is")
    func sleeps() async throws {
        let phone = try await Phone()
        for number in 1...50 {
            try await phone.add(Phone.request("\(number)", trigger: Phone.after(Double(number) * 10)))
        }
        #expect(phone.clock.alarmCount == 1)
        await phone.wait(10)
        #expect(phone.clock.alarmCount == 1)
        #expect(phone.shownTitles.count == 1)
    }

    // rows: S0-13 S2-07
    @Test("keeps every value of its content")
    func content() async throws {
        let phone = try await Phone()
        let request = Phone.request(trigger: Phone.after(60)) { content in
            content.subtitle = "s"
            content.body = "b"
            content.badge = 3
            content.sound = UNNotificationSound(named: UNNotificationSoundName("x.caf"))
            content.userInfo = ["n": 1, "list": [1, "two", true], "deep": ["x": ["y": 2.5]]]
            content.categoryIdentifier = "c"
            content.threadIdentifier = "t"
            content.interruptionLevel = .timeSensitive
            content.launchImageName = "l"
        }
        try await phone.add(request)
        #expect(await phone.center.pendingNotificationRequests() == [request])
        await phone.wait(60)
        #expect(await phone.center.deliveredNotifications().map(\.request) == [request])
    }

    // rows: S0-15
    @Test("calls its handler in turn, on a queue of its own")
    func handlers() async throws {
        let phone = try await Phone()
        let names = Reports()
        await withCheckedContinuation { continuation in
            for number in 0..<20 {
                phone.center.add(Phone.request("\(number)", trigger: Phone.after(60))) { error in
                    names.add("\(number) \(error == nil) \(Thread.isMainThread)")
                }
            }
            phone.center.getPendingNotificationRequests { requests in
                names.add("\(requests.count)")
                continuation.resume()
            }
        }
        #expect(names.all == (0..<20).map { "\($0) true false" } + ["20"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A calendar trigger")
struct CalendarTriggerTests {
    private let calendar = Calendar(identifier: .gregorian)

    private func next(_ components: DateComponents) -> Date? {
        UNCalendarNotificationTrigger(dateMatching: components, repeats: true).nextTriggerDate()
    }

    // rows: S0-10, S2-10
    @Test("keeps its components, and whether it repeats", arguments: [true, false])
    func values(repeats: Bool) {
        var components = DateComponents()
        components.hour = 22
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        components.hour = 23
        #expect(trigger.dateComponents.hour == 22)
        #expect(trigger.repeats == repeats)
    }

    // rows: S0-10
    @Test("at 22 o'clock has its next date within a day, at 22:00:00")
    func daily() throws {
        let before = Date()
        let date = try #require(next(DateComponents(calendar: calendar, hour: 22)))
        #expect(date > before)
        // 25 hours on the day on which the clocks go back.
        #expect(date.timeIntervalSince(before) <= 25 * 3_600)
        let shown = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: date)
        #expect(shown == DateComponents(hour: 22, minute: 0, second: 0, nanosecond: 0))
    }

    // rows: S2-12
    @Test("made of a date is at that date, to the second")
    func fromDate() {
        let date = Date(timeIntervalSinceNow: 86_400)
        let components = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        #expect(next(components) == Calendar.current.date(from: components))
    }

    @Test("of a date that is over has no next one")
    func past() {
        let date = Date(timeIntervalSinceNow: -86_400)
        let fields: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        #expect(next(Calendar.current.dateComponents(fields, from: date)) == nil)
    }

    @Test("of a date that no year has, has no next one")
    func impossible() {
        #expect(next(DateComponents(calendar: calendar, month: 2, day: 30)) == nil)
        #expect(next(DateComponents(calendar: calendar, month: 13)) == nil)
    }
}

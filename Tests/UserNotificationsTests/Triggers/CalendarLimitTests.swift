// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A calendar trigger that nobody would make")
struct CalendarLimitTests {
    private static let fields: [any WritableKeyPath<DateComponents, Int?> & Sendable] = [
        \.era, \.year, \.month, \.day, \.hour, \.minute, \.second, \.nanosecond, \.weekday, \.weekdayOrdinal, \.quarter,
        \.weekOfMonth, \.weekOfYear, \.yearForWeekOfYear, \.dayOfYear,
    ]

    @Test("has no next date, and does not end the process", arguments: fields.indices)
    func values(number: Int) throws {
        let utc = try Zoned("GMT")
        for value in [Int.min, -1_000_000, -1, 1_000_000_000, Int.max - 1] {
            var components = DateComponents()
            components[keyPath: Self.fields[number]] = value
            #expect(utc.next(components, after: try utc.date("2026-03-11T10:15:30Z")) == nil, "\(value)")
        }
    }

    private static let never = [
        DateComponents(month: 2, day: 30), DateComponents(month: 4, day: 31, hour: 9), DateComponents(month: 13),
        DateComponents(day: 0), DateComponents(hour: 24), DateComponents(minute: 60), DateComponents(second: 60),
        DateComponents(nanosecond: 1_000_000_000), DateComponents(weekday: 8), DateComponents(weekOfYear: 55),
        DateComponents(year: 2027, month: 2, day: 29), DateComponents(quarter: 5),
        // With these Foundation's own search never ends.
        DateComponents(weekday: 2, weekdayOrdinal: 6), DateComponents(hour: 9, weekday: 2, weekdayOrdinal: 6),
    ]

    @Test(
        "is found to have no next date in less than a second",
        arguments: never,
        [.gregorian, .hebrew] as [Calendar.Identifier]
    )
    func quickly(components: DateComponents, calendar: Calendar.Identifier) throws {
        let utc = try Zoned("GMT", calendar)
        let date = try utc.date("2026-03-11T10:15:30Z")
        var next: Date?
        let time = ContinuousClock().measure { next = utc.next(components, after: date) }
        // Hebrew months have 30 days, and a year up to 13 of them.
        if calendar == .gregorian { #expect(next == nil) }
        #expect(time < .seconds(1))
    }

    @Test(
        "has no next date after what is no date of Foundation's",
        arguments: [
            -Double.infinity, -1e300, -1e15, 1e15, 1e300, .infinity, .nan,
        ]
    )
    func dates(seconds: Double) throws {
        let utc = try Zoned("GMT")
        for components in [DateComponents(hour: 9), DateComponents(minute: 9), DateComponents(day: 9, nanosecond: 1)] {
            #expect(utc.next(components, after: Date(timeIntervalSince1970: seconds)) == nil)
        }
    }

    @Test("still has a next date at the end of Foundation's dates", arguments: [Date.distantPast, .distantFuture])
    func edges(date: Date) throws {
        let next = try #require(try Zoned("Europe/Berlin").next(DateComponents(hour: 9), after: date))
        #expect((0..<86_400).contains(next.timeIntervalSince(date)))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("The dates of a calendar trigger")
struct CalendarDateTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let components: DateComponents
        let dates: [String]

        init(_ description: String, _ components: DateComponents, _ dates: [String]) {
            testDescription = description
            self.components = components
            self.dates = dates
        }
    }

    private static let start = "2026-03-11T10:15:30+01:00"

    private static let cases = [
        Case(
            "an hour: its first second, once a day",
            DateComponents(hour: 9),
            [
                "2026-03-12T09:00:00+01:00", "2026-03-13T09:00:00+01:00",
            ]
        ),
        Case(
            "a minute: every hour",
            DateComponents(minute: 30),
            [
                "2026-03-11T10:30:00+01:00", "2026-03-11T11:30:00+01:00",
            ]
        ),
        Case(
            "a second: every minute",
            DateComponents(second: 30),
            [
                "2026-03-11T10:16:30+01:00", "2026-03-11T10:17:30+01:00",
            ]
        ),
        Case(
            "an hour and a second: every minute of that hour",
            DateComponents(hour: 10, second: 5),
            [
                "2026-03-11T10:16:05+01:00", "2026-03-11T10:17:05+01:00",
            ]
        ),
        Case(
            "a day of the week",
            DateComponents(hour: 9, minute: 5, weekday: 2),
            [
                "2026-03-16T09:05:00+01:00", "2026-03-23T09:05:00+01:00", "2026-03-30T09:05:00+02:00",
            ]
        ),
        Case(
            "the 31st: only months that have it",
            DateComponents(day: 31, hour: 12),
            [
                "2026-03-31T12:00:00+02:00", "2026-05-31T12:00:00+02:00", "2026-07-31T12:00:00+02:00",
                "2026-08-31T12:00:00+02:00", "2026-10-31T12:00:00+01:00", "2026-12-31T12:00:00+01:00",
            ]
        ),
        Case(
            "29 February: only years that have it",
            DateComponents(month: 2, day: 29),
            [
                "2028-02-29T00:00:00+01:00", "2032-02-29T00:00:00+01:00",
            ]
        ),
        Case(
            "29 February on a Monday",
            DateComponents(month: 2, day: 29, weekday: 2),
            [
                "2044-02-29T00:00:00+01:00", "2072-02-29T00:00:00+01:00", "2112-02-29T00:00:00+01:00",
            ]
        ),
        Case(
            "Friday the 13th",
            DateComponents(day: 13, weekday: 6),
            [
                "2026-03-13T00:00:00+01:00", "2026-11-13T00:00:00+01:00", "2027-08-13T00:00:00+02:00",
            ]
        ),
        Case(
            "the fifth Monday of a month",
            DateComponents(weekday: 2, weekdayOrdinal: 5),
            [
                "2026-03-30T00:00:00+02:00", "2026-06-29T00:00:00+02:00",
            ]
        ),
        Case(
            "every Monday in a month",
            DateComponents(month: 3, weekday: 2),
            [
                "2026-03-16T00:00:00+01:00", "2026-03-23T00:00:00+01:00", "2026-03-30T00:00:00+02:00",
                "2027-03-01T00:00:00+01:00",
            ]
        ),
        Case(
            "a month: its first day",
            DateComponents(month: 4),
            [
                "2026-04-01T00:00:00+02:00", "2027-04-01T00:00:00+02:00",
            ]
        ),
        Case(
            "a month and an hour: every day of it",
            DateComponents(month: 3, hour: 9),
            [
                "2026-03-12T09:00:00+01:00", "2026-03-13T09:00:00+01:00",
            ]
        ),
        Case("a year: once, when it begins", DateComponents(year: 2027), ["2027-01-01T00:00:00+01:00"]),
        Case("a full date: once", DateComponents(year: 2026, month: 5, day: 5, hour: 9), ["2026-05-05T09:00:00+02:00"]),
        Case(
            "the second that it is",
            DateComponents(year: 2026, month: 3, day: 11, hour: 10, minute: 15, second: 30),
            []
        ),
        Case("a full date that is over", DateComponents(year: 2020, month: 1, day: 1), []),
        Case("a full date that does not exist", DateComponents(year: 2026, month: 4, day: 31), []),
        Case(
            "a quarter",
            DateComponents(hour: 9, quarter: 3),
            [
                "2026-07-01T09:00:00+02:00", "2026-07-02T09:00:00+02:00",
            ]
        ),
        Case("nothing", DateComponents(), []),
        Case("an era alone", DateComponents(era: 1), []),
    ]

    // rows: S2-10
    @Test("are those on which all components match, a smaller one at its start, a larger one anyhow", arguments: cases)
    func dates(_ one: Case) throws {
        let berlin = try Zoned("Europe/Berlin")
        let isEnd = one.dates.count < 2
        #expect(try berlin.next(one.components, after: Self.start, count: isEnd ? 2 : one.dates.count) == one.dates)
    }

    @Test("are at a part of a second where nanoseconds are set, each once")
    func nanoseconds() throws {
        let berlin = try Zoned("Europe/Berlin")
        for nanoseconds in [0, 1, 100_000_000, 333_333_333, 999_999_999] {
            let components = DateComponents(hour: 10, minute: 15, second: 30, nanosecond: nanoseconds)
            let start = try berlin.date(Self.start).addingTimeInterval(-0.5)
            let first = try #require(berlin.next(components, after: start))
            #expect(abs(first.timeIntervalSince(start) - 0.5 - Double(nanoseconds) / 1e9) < 1e-6)
            let second = try #require(berlin.next(components, after: first))
            #expect(abs(second.timeIntervalSince(first) - 86_400) < 1e-6)
        }
    }

    @Test("count the weeks as the calendar does", arguments: [(1, 1, "2026-12-28"), (2, 4, "2027-01-04")])
    func weeks(first: Int, minimum: Int, monday: String) throws {
        var utc = try Zoned("GMT")
        utc.calendar.firstWeekday = first
        utc.calendar.minimumDaysInFirstWeek = minimum
        let week = DateComponents(weekday: 2, weekOfYear: 1)
        #expect(try utc.next(week, after: "2026-03-11T00:00:00Z", count: 1) == ["\(monday)T00:00:00Z"])
        let year = DateComponents(weekday: 2, weekOfYear: 1, yearForWeekOfYear: 2027)
        #expect(try utc.next(year, after: "2026-03-11T00:00:00Z", count: 2) == ["\(monday)T00:00:00Z"])
    }

    @Test("are those of the components' time zone before those of the calendar's")
    func timeZone() throws {
        let berlin = try Zoned("Europe/Berlin")
        let components = DateComponents(timeZone: TimeZone(identifier: "America/New_York"), hour: 9)
        #expect(try berlin.next(components, after: Self.start, count: 1) == ["2026-03-11T14:00:00+01:00"])
    }
}

// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import Testing
import UserNotifications

/// Why Foundation's calendar is asked what a day is called, and not for the next one.
///
/// Where one of these fails, Foundation has learnt it.
@Suite("Foundation's own search for dates")
struct FoundationSearchTests {
    private let utc: Zoned
    private let start: Date

    init() throws {
        utc = try Zoned("GMT")
        start = try utc.date("2026-03-11T10:15:30Z")
    }

    private func foundation(_ components: DateComponents, _ policy: Calendar.MatchingPolicy, after date: Date)
        -> String?
    {
        utc.text(utc.calendar.nextDate(after: date, matching: components, matchingPolicy: policy))
    }

    private func ours(_ components: DateComponents) -> String? { utc.text(utc.next(components, after: start)) }

    @Test("takes the first of a month for the last of one that is shorter")
    func leapDay() {
        let leapDay = DateComponents(month: 2, day: 29)
        #expect(foundation(leapDay, .nextTime, after: start) == "2027-03-01T00:00:00Z")
        #expect(ours(leapDay) == "2028-02-29T00:00:00Z")
    }

    @Test("goes on to the next year after the first match in a month")
    func onceAMonth() {
        let mondays = DateComponents(month: 3, weekday: 2)
        #expect(foundation(mondays, .strict, after: start) == "2027-03-01T00:00:00Z")
        #expect(ours(mondays) == "2026-03-16T00:00:00Z")
    }

    @Test("finds only one date in a year that is named")
    func onceAYear() throws {
        let mornings = DateComponents(year: 2026, hour: 9)
        #expect(foundation(mornings, .strict, after: try utc.date("2026-03-12T09:00:00Z")) == nil)
        let next = utc.next(mornings, after: try utc.date("2026-03-12T09:00:00Z"))
        #expect(utc.text(next) == "2026-03-13T09:00:00Z")
    }

    @Test("takes the last day of a quarter for one of the next")
    func quarter() throws {
        let lastDay = try utc.date("2026-03-31T12:00:00Z")
        #expect(utc.calendar.dateComponents([.quarter], from: lastDay).quarter == 2)
        #expect(ours(DateComponents(quarter: 2)) == "2026-04-01T00:00:00Z")
        // So a trigger for all that Foundation says of a date fires on it nevertheless.
        #expect(utc.next(utc.calendar.dateComponents(in: .gmt, from: lastDay), after: start) == lastDay)
    }

    @Test(
        "agrees on what people make",
        arguments: [
            DateComponents(hour: 22), DateComponents(minute: 30), DateComponents(hour: 9, minute: 5, weekday: 2),
            DateComponents(day: 31), DateComponents(month: 12, day: 24, hour: 18), DateComponents(second: 5),
            DateComponents(hour: 9, weekday: 2, weekdayOrdinal: 1), DateComponents(weekday: 3, weekOfYear: 20),
            DateComponents(year: 2026, month: 5, day: 5, hour: 9, minute: 0), DateComponents(day: 13, weekday: 6),
        ]
    )
    func agrees(components: DateComponents) {
        #expect(ours(components) == foundation(components, .strict, after: start))
    }
}
#endif

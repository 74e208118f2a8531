// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A calendar trigger, when the clocks change")
struct ClockChangeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let zone: String
        let components: DateComponents
        let after: String
        let dates: [String]

        var testDescription: String { "\(zone), \(components), after \(after)" }

        init(_ zone: String, _ components: DateComponents, after: String, _ dates: [String]) {
            self.zone = zone
            self.components = components
            self.after = after
            self.dates = dates
        }
    }

    private static let leftOut = [
        Case(
            "Europe/Berlin",
            DateComponents(hour: 2, minute: 30),
            after: "2026-03-28T00:00:00+01:00",
            [
                "2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00",
            ]
        ),
        Case(
            "Australia/Lord_Howe",
            DateComponents(hour: 2, minute: 15),
            after: "2025-10-04T12:00:00+10:30",
            [
                "2025-10-05T02:30:00+11:00", "2025-10-06T02:15:00+11:00",
            ]
        ),
        // At midnight.
        Case(
            "America/Sao_Paulo",
            DateComponents(hour: 0, minute: 30),
            after: "2018-11-03T12:00:00-03:00",
            [
                "2018-11-04T01:00:00-02:00", "2018-11-05T00:30:00-02:00",
            ]
        ),
        // Into the next day.
        Case(
            "America/Nuuk",
            DateComponents(hour: 23, weekday: 7),
            after: "2025-03-29T12:00:00-02:00",
            [
                "2025-03-30T00:00:00-01:00", "2025-04-05T23:00:00-01:00",
            ]
        ),
        // One moment for sixty readings.
        Case(
            "Europe/Berlin",
            DateComponents(hour: 2, second: 7),
            after: "2026-03-29T01:59:00+01:00",
            [
                "2026-03-29T03:00:00+02:00", "2026-03-30T02:00:07+02:00",
            ]
        ),
    ]

    @Test("fires when they go on, where they leave its time out", arguments: leftOut)
    func leavesOut(_ one: Case) throws {
        let dates = try Zoned(one.zone).next(one.components, after: one.after, count: one.dates.count)
        #expect(dates == one.dates)
    }

    private static let twice = [
        Case(
            "Europe/Berlin",
            DateComponents(hour: 2, minute: 30),
            after: "2026-10-25T00:00:00+02:00",
            [
                "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
            ]
        ),
        // From within the second time around.
        Case(
            "Europe/Berlin",
            DateComponents(hour: 2, minute: 30),
            after: "2026-10-25T02:15:00+01:00",
            [
                "2026-10-26T02:30:00+01:00"
            ]
        ),
        Case(
            "Europe/Berlin",
            DateComponents(hour: 2, second: 0),
            after: "2026-10-25T02:58:30+02:00",
            [
                "2026-10-25T02:59:00+02:00", "2026-10-26T02:00:00+01:00",
            ]
        ),
        Case(
            "Australia/Lord_Howe",
            DateComponents(hour: 1, minute: 45),
            after: "2026-04-04T12:00:00+11:00",
            [
                "2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30",
            ]
        ),
        // A day that begins twice, since the clocks go back a minute after midnight.
        Case(
            "America/St_Johns",
            DateComponents(day: 1),
            after: "2009-10-31T12:00:00-02:30",
            [
                "2009-11-01T00:00:00-02:30", "2009-12-01T00:00:00-03:30",
            ]
        ),
    ]

    @Test("fires once, where they show its time twice", arguments: twice)
    func showsTwice(_ one: Case) throws {
        let dates = try Zoned(one.zone).next(one.components, after: one.after, count: one.dates.count)
        #expect(dates == one.dates)
    }

    private static let hourly = [
        Case(
            "Europe/Berlin",
            DateComponents(minute: 30),
            after: "2026-03-29T01:00:00+01:00",
            [
                "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00",
            ]
        ),
        Case(
            "Europe/Berlin",
            DateComponents(minute: 30),
            after: "2026-10-25T02:00:00+02:00",
            [
                "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-25T03:30:00+01:00",
            ]
        ),
        Case(
            "Australia/Lord_Howe",
            DateComponents(minute: 45),
            after: "2026-04-05T01:00:00+11:00",
            [
                "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30", "2026-04-05T02:45:00+10:30",
            ]
        ),
        // The end of a day once more.
        Case(
            "America/St_Johns",
            DateComponents(minute: 30, weekday: 7),
            after: "2009-10-31T23:00:00-02:30",
            [
                "2009-10-31T23:30:00-02:30", "2009-10-31T23:30:00-03:30", "2009-11-07T00:30:00-03:30",
            ]
        ),
        // From one change to the next and beyond it.
        Case(
            "Europe/Berlin",
            DateComponents(month: 7, day: 1, minute: 5),
            after: "2026-07-01T22:30:00+02:00",
            [
                "2026-07-01T23:05:00+02:00", "2027-07-01T00:05:00+02:00",
            ]
        ),
    ]

    @Test("for every hour fires as often as they show its minute", arguments: hourly)
    func everyHour(_ one: Case) throws {
        let dates = try Zoned(one.zone).next(one.components, after: one.after, count: one.dates.count)
        #expect(dates == one.dates)
    }

    private static let days = [
        Case(
            "Pacific/Apia",
            DateComponents(hour: 9),
            after: "2011-12-29T08:00:00-10:00",
            [
                "2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00",
            ]
        ),
        Case(
            "Pacific/Apia",
            DateComponents(day: 30),
            after: "2011-12-29T08:00:00-10:00",
            ["2012-01-30T00:00:00+14:00"]
        ),
        Case(
            "Pacific/Apia",
            DateComponents(minute: 0),
            after: "2011-12-29T22:30:00-10:00",
            [
                "2011-12-29T23:00:00-10:00", "2011-12-31T00:00:00+14:00",
            ]
        ),
        Case(
            "America/Sao_Paulo",
            DateComponents(day: 4),
            after: "2018-11-03T12:00:00-03:00",
            [
                "2018-11-04T01:00:00-02:00", "2018-12-04T00:00:00-02:00",
            ]
        ),
    ]

    @Test("fires when a day begins, and not for a day that they leave out", arguments: days)
    func beginnings(_ one: Case) throws {
        let dates = try Zoned(one.zone).next(one.components, after: one.after, count: one.dates.count)
        #expect(dates == one.dates)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

/// Against a second implementation that walks through the minutes, `Tests/Reference/calendar_reference.py`.
@Suite("A calendar trigger beside brute force")
struct CalendarReferenceTests {
    private struct Case: Decodable {
        let zone: String
        let firstWeekday: Int
        let minimumDays: Int
        let components: [String: Int]
        let after: Double
        let expected: Double?
    }

    private struct UnknownComponent: Error {
        let name: String
    }

    private static let script = "Tests/Reference/calendar_reference.py"
    private static let count = 2_000

    private static let fields: [String: any WritableKeyPath<DateComponents, Int?> & Sendable] = [
        "year": \.year, "month": \.month, "day": \.day, "hour": \.hour, "minute": \.minute, "second": \.second,
        "weekday": \.weekday, "weekdayOrdinal": \.weekdayOrdinal, "quarter": \.quarter, "weekOfMonth": \.weekOfMonth,
        "weekOfYear": \.weekOfYear, "yearForWeekOfYear": \.yearForWeekOfYear, "dayOfYear": \.dayOfYear,
    ]

    // rows: S0-10, S2-10
    @Test("finds the same date in each of 2,000 cases of six time zones")
    func sameDates() throws {
        let lines = try lines()
        var zones: Set<String> = []
        var weeks: Set<Int> = []
        var wrong: [String] = []
        for line in lines {
            let one = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            zones.insert(one.zone)
            weeks.insert(one.firstWeekday)
            let next = UNCalendarNotificationTrigger(dateMatching: try components(one), repeats: true)
                .nextDate(after: Date(timeIntervalSince1970: one.after))
            if next?.timeIntervalSince1970 != one.expected {
                wrong.append("\(line) but found \(next.map { String($0.timeIntervalSince1970) } ?? "none")")
            }
        }
        #expect(lines.count == Self.count)
        #expect(zones.count == 6)
        #expect(weeks == [1, 2])
        #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.prefix(5).joined(separator: "\n"))")
    }

    private func lines() throws -> [Substring] {
        let python = ProcessInfo.processInfo.environment["SEALEDPUSH_PYTHON"] ?? "python3"
        let script = TestFiles.package.appending(path: Self.script).path
        let outcome = try Child.run(python, [script, "--count", String(Self.count)])
        try #require(
            outcome.code == 0,
            "python3 with zoneinfo and time zones is needed (apt install python3 tzdata): \(outcome.error)"
        )
        return outcome.text.split(separator: "\n")
    }

    private func components(_ one: Case) throws -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: one.zone))
        calendar.firstWeekday = one.firstWeekday
        calendar.minimumDaysInFirstWeek = one.minimumDays
        var components = DateComponents(calendar: calendar)
        for (name, value) in one.components {
            guard let field = Self.fields[name] else { throw UnknownComponent(name: name) }
            components[keyPath: field] = value
        }
        return components
    }
}

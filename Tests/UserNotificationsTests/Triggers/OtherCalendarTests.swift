// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A calendar trigger of another calendar")
struct OtherCalendarTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let calendar: Calendar.Identifier
        let components: DateComponents
        let days: [String]

        init(_ name: String, _ calendar: Calendar.Identifier, _ components: DateComponents, _ days: [String]) {
            testDescription = name
            self.calendar = calendar
            self.components = components
            self.days = days
        }
    }

    private static let leap = {
        var components = DateComponents(month: 2, day: 1)
        components.isLeapMonth = true
        return components
    }()

    private static let cases = [
        Case("Rosh Hashanah", .hebrew, DateComponents(month: 1, day: 1), ["2023-09-16", "2024-10-03", "2025-09-23"]),
        // Adar, which is Adar II in years that have a leap month before it.
        Case("Purim", .hebrew, DateComponents(month: 7, day: 14), ["2023-03-07", "2024-03-24", "2025-03-14"]),
        // Adar I, in leap years alone.
        Case("Purim Katan", .hebrew, DateComponents(month: 6, day: 14), ["2024-02-23", "2027-02-21"]),
        Case(
            "Ramadan",
            .islamicUmmAlQura,
            DateComponents(month: 9, day: 1),
            ["2023-03-23", "2024-03-11", "2025-03-01"]
        ),
        Case(
            "the new year in China",
            .chinese,
            DateComponents(month: 1, day: 1),
            [
                "2023-01-22", "2024-02-10", "2025-01-29", "2026-02-17",
            ]
        ),
        Case(
            "the second month in China, not its leap month",
            .chinese,
            DateComponents(month: 2, day: 1),
            [
                "2023-02-20", "2024-03-10", "2025-02-28",
            ]
        ),
        Case("the second leap month in China", .chinese, leap, ["2023-03-22", "2042-03-22"]),
        Case("the eighth year of Reiwa", .japanese, DateComponents(era: 236, year: 8), ["2026-01-01"]),
        Case("the year 2569 in Thailand", .buddhist, DateComponents(year: 2569, month: 4, day: 13), ["2026-04-13"]),
        Case("Nowruz", .persian, DateComponents(month: 1, day: 1), ["2023-03-21", "2024-03-20", "2025-03-21"]),
        Case(
            "the little month of the Copts",
            .coptic,
            DateComponents(month: 13, day: 6),
            ["2023-09-11", "2027-09-11"]
        ),
    ]

    @Test("fires on the days that it is known for", arguments: cases)
    func days(_ one: Case) throws {
        let zoned = try Zoned("GMT", one.calendar)
        let expected = one.days.map { "\($0)T00:00:00Z" }
        #expect(try zoned.next(one.components, after: "2023-01-01T12:00:00Z", count: one.days.count) == expected)
    }

    @Test("finds the first year of an emperor's reign, which begins in May")
    func reign() throws {
        let japan = try Zoned("Asia/Tokyo", .japanese)
        let first = DateComponents(era: 236, year: 1, day: 1, hour: 9)
        let dates = try japan.next(first, after: "2019-02-03T00:00:00+09:00", count: 2)
        #expect(dates == ["2019-05-01T09:00:00+09:00", "2019-06-01T09:00:00+09:00"])
    }
}

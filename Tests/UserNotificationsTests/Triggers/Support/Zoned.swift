// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

/// The next dates of components in a zone, told as its clocks show them.
struct Zoned {
    var calendar = Calendar(identifier: .gregorian)
    private let formatter = ISO8601DateFormatter()

    init(_ zone: String, _ identifier: Calendar.Identifier = .gregorian) throws {
        calendar = Calendar(identifier: identifier)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        formatter.timeZone = calendar.timeZone
    }

    func date(_ text: String) throws -> Date { try #require(formatter.date(from: text), "\(text)") }

    func text(_ date: Date?) -> String? { date.map(formatter.string) }

    func next(_ components: DateComponents, after date: Date) -> Date? {
        var components = components
        components.calendar = calendar
        return UNCalendarNotificationTrigger(dateMatching: components, repeats: true).nextDate(after: date)
    }

    /// As many of them as there are, one after the other, and `count` at most.
    func next(_ components: DateComponents, after text: String, count: Int) throws -> [String] {
        var dates: [Date] = []
        while dates.count < count, let date = next(components, after: try dates.last ?? date(text)) {
            dates.append(date)
        }
        return dates.map(formatter.string)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension DateComponents {
    private enum Key {
        static let calendar = "calendar"
        static let timeZone = "timeZone"
        static let isLeapMonth = "isLeapMonth"
    }

    private static let fields: [(name: String, path: any WritableKeyPath<DateComponents, Int?> & Sendable)] = [
        ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
        ("second", \.second), ("nanosecond", \.nanosecond), ("weekday", \.weekday),
        ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter), ("weekOfMonth", \.weekOfMonth),
        ("weekOfYear", \.weekOfYear), ("yearForWeekOfYear", \.yearForWeekOfYear), ("dayOfYear", \.dayOfYear),
    ]

    /// All values that are set, as a property list has them; `nil` where the calendar is of a kind that has no name.
    var archiveValues: [AnyHashable: Any]? {
        var values: [AnyHashable: Any] = [:]
        for field in Self.fields { values[field.name] = self[keyPath: field.path] }
        values[Key.isLeapMonth] = isLeapMonth
        values[Key.timeZone] = timeZone?.archiveValue
        if let calendar {
            guard let calendar = calendar.archiveValues else { return nil }
            values[Key.calendar] = calendar
        }
        return values
    }

    /// Reads `archiveValues`; `nil` when it is something else.
    init?(_ values: [AnyHashable: Any]) {
        self.init()
        var rest = values
        for field in Self.fields {
            guard let value = rest.removeValue(forKey: field.name) else { continue }
            guard let number = value as? Int else { return nil }
            self[keyPath: field.path] = number
        }
        if let value = rest.removeValue(forKey: Key.isLeapMonth) {
            guard let flag = value as? Bool else { return nil }
            isLeapMonth = flag
        }
        if let value = rest.removeValue(forKey: Key.calendar) {
            guard let calendar = (value as? [AnyHashable: Any]).flatMap(Calendar.init) else { return nil }
            self.calendar = calendar
        }
        // After the calendar, which brings its own.
        if let value = rest.removeValue(forKey: Key.timeZone) {
            guard let zone = (value as? String).flatMap(TimeZone.init(archiveValue:)) else { return nil }
            timeZone = zone
        }
        guard rest.isEmpty else { return nil }
    }
}

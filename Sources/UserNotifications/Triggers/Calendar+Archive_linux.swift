// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension Calendar {
    private enum Key {
        static let identifier = "identifier"
        static let timeZone = "timeZone"
        static let locale = "locale"
        static let firstWeekday = "firstWeekday"
        static let minimumDays = "minimumDaysInFirstWeek"
        static let followsUser = "followsUser"
    }

    /// What names it and how it counts, as a property list has it; `nil` for a calendar that has no name.
    var archiveValues: [AnyHashable: Any]? {
        if self == .autoupdatingCurrent { return [Key.followsUser: true] }
        let name = (self as NSCalendar).calendarIdentifier.rawValue
        guard Self.named(name)?.identifier == identifier else { return nil }
        var values: [AnyHashable: Any] = [
            Key.identifier: name, Key.timeZone: timeZone.archiveValue, Key.firstWeekday: firstWeekday,
            Key.minimumDays: minimumDaysInFirstWeek,
        ]
        values[Key.locale] = locale?.identifier
        return values
    }

    /// Reads `archiveValues`; `nil` when it is something else.
    init?(_ values: [AnyHashable: Any]) {
        if values[Key.followsUser] as? Bool == true {
            self = .autoupdatingCurrent
            return
        }
        guard let calendar = (values[Key.identifier] as? String).flatMap(Self.named),
            let zone = (values[Key.timeZone] as? String).flatMap(TimeZone.init(archiveValue:)),
            let firstWeekday = values[Key.firstWeekday] as? Int, (1...7).contains(firstWeekday),
            let minimumDays = values[Key.minimumDays] as? Int, (1...7).contains(minimumDays)
        else { return nil }
        self = calendar
        timeZone = zone
        if let locale = values[Key.locale] as? String { self.locale = Locale(identifier: locale) }
        // After the locale, which brings its own.
        self.firstWeekday = firstWeekday
        minimumDaysInFirstWeek = minimumDays
    }

    private static func named(_ name: String) -> Calendar? {
        NSCalendar(identifier: NSCalendar.Identifier(rawValue: name)).map { $0 as Calendar }
    }
}

extension TimeZone {
    /// No zone is called so.
    private static let followsUser = ""

    /// What names it; empty for the one that follows the user's setting.
    var archiveValue: String { self == .autoupdatingCurrent ? Self.followsUser : identifier }

    /// Reads `archiveValue`; `nil` when no zone has that name.
    init?(archiveValue: String) {
        if archiveValue == Self.followsUser {
            self = .autoupdatingCurrent
        } else {
            self.init(identifier: archiveValue)
        }
    }
}

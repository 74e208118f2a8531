// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The days that the components of a date choose in a calendar, without any clock.
///
/// Asks Foundation's calendar what a day is called, and not for the next one that is called so: `Calendar.nextDate` on Linux
/// never returns from a sixth Monday of the month, takes 1 March for 29 February unless it is told to be strict, and goes on
/// to the next year after the first Monday in March.
struct DayPattern {
    /// 400 years of the Gregorian calendar, in days: after so many all its dates come again with the same days of the week.
    private static let horizon = 146_097

    /// Whether anything is set: without, every day is chosen.
    let isSet: Bool
    private let calendar: Calendar
    private let wanted: DateComponents
    private let quarter: Int?
    private let fields: Set<Calendar.Component>
    /// Whether only the first of several days in a row counts: of a month, a week, a year.
    private let beginsOnly: Bool

    /// - Parameter beginsOnly: for components without a time.
    init(_ components: DateComponents, in calendar: Calendar, beginsOnly: Bool) {
        wanted = components
        self.beginsOnly = beginsOnly
        self.calendar = calendar
        // A quarter is told by its months, and where there is a month it tells nothing new. Foundation's own is the next one on
        // the last day of each, and 0 in most calendars.
        quarter = components.month == nil ? components.quarter : nil
        let values: [(Calendar.Component, Int?)] = [
            (.year, components.year), (.month, components.month ?? quarter),
            (.weekOfYear, components.weekOfYear), (.yearForWeekOfYear, components.yearForWeekOfYear),
            (.weekOfMonth, components.weekOfMonth), (.day, components.day), (.dayOfYear, components.dayOfYear),
            (.weekday, components.weekday ?? components.weekOfYear ?? components.yearForWeekOfYear),
            (.weekdayOrdinal, components.weekdayOrdinal),
        ]
        let set = values.filter { $0.1 != nil }.map(\.0)
        // An era alone is no date: it is now.
        isSet = !set.isEmpty
        fields = Set(set + (components.era == nil ? [] : [.era]))
    }

    /// The first such day from one on, both counted from 1 January 1970; `nil` when there is none within 400 years.
    func next(from start: Int) -> Int? {
        guard isSet else { return start }
        guard isPossible else { return nil }
        var day = start
        while day <= start + Self.horizon {
            let next = possible(from: day)
            guard next == day else {
                day = next
                continue
            }
            if !beginsOnly || possible(from: day - 1) != day - 1 { return day }
            day += 1
        }
        return nil
    }

    /// Whether some calendar has such values: what none has need not be looked for in 400 years.
    private var isPossible: Bool {
        // The most that Foundation's calendars have: 13 months (Hebrew, Coptic), 32 days (Indian calendars of the sun), 385 days
        // (Hebrew, Chinese), and with them 56 weeks.
        let ranges: [(Int?, ClosedRange<Int>)] = [
            (quarter, 1...4), (wanted.month, 1...13), (wanted.day, 1...32), (wanted.weekday, 1...7),
            (wanted.weekdayOrdinal, 1...5),
            (wanted.weekOfMonth, 0...6), (wanted.weekOfYear, 1...56), (wanted.dayOfYear, 1...385),
        ]
        return ranges.allSatisfy { value, range in value.map(range.contains) ?? true }
    }

    /// The day itself where all components match, else a later one before which none can.
    private func possible(from day: Int) -> Int {
        let found = calendar.dateComponents(fields, from: date(day))
        if differs(found, \.era) || differs(found, \.year) {
            // The years of the Japanese calendar end where an emperor's reign does, and Foundation's intervals do not.
            return end(of: calendar.identifier == .japanese ? .month : .year, day)
        }
        if differs(found, \.month) || isOtherLeapMonth(found) || isOtherQuarter(found) { return end(of: .month, day) }
        if differs(found, \.weekOfYear) || differs(found, \.yearForWeekOfYear) {
            return day + daysToWeekday(calendar.firstWeekday, after: found)
        }
        if let wanted = wanted.day, let found = found.day, wanted != found {
            return found < wanted ? day + wanted - found : end(of: .month, day)
        }
        if let wanted = wanted.dayOfYear, let found = found.dayOfYear, wanted != found {
            return found < wanted ? day + wanted - found : end(of: .year, day)
        }
        if let weekday = wanted.weekday, differs(found, \.weekday) {
            return day + daysToWeekday(weekday, after: found)
        }
        return differs(found, \.weekOfMonth) || differs(found, \.weekdayOrdinal) ? day + 1 : day
    }

    private func differs(_ found: DateComponents, _ field: KeyPath<DateComponents, Int?>) -> Bool {
        guard let wanted = wanted[keyPath: field] else { return false }
        return found[keyPath: field] != wanted
    }

    private func isOtherLeapMonth(_ found: DateComponents) -> Bool {
        wanted.month != nil && (found.isLeapMonth ?? false) != (wanted.isLeapMonth ?? false)
    }

    /// 1…7, and 1 where the calendar does not tell.
    private func daysToWeekday(_ weekday: Int, after found: DateComponents) -> Int {
        guard let today = found.weekday else { return 1 }
        return (weekday - today - 1).modulo(7) + 1
    }

    private func isOtherQuarter(_ found: DateComponents) -> Bool {
        guard let quarter, let month = found.month else { return false }
        return (month - 1) / 3 + 1 != quarter
    }

    private func end(of unit: Calendar.Component, _ day: Int) -> Int {
        guard let end = calendar.dateInterval(of: unit, for: date(day))?.end else { return day + 1 }
        return max(day + 1, Int((end.timeIntervalSince1970 / Double(TimePattern.secondsInDay)).rounded()))
    }

    private func date(_ day: Int) -> Date {
        Date(timeIntervalSince1970: Double(day) * Double(TimePattern.secondsInDay))
    }
}

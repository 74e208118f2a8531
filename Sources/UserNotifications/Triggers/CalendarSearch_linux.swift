// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Finds the dates that components match, by the rules of `UNCalendarNotificationTrigger`.
///
/// Days are looked for in the calendar and times on a clock that is never changed; only then the time zone says which moment
/// that is. So no calendar is asked about a day of 23 hours.
struct CalendarSearch {
    /// Longer than any change of the clocks, shorter than from one change to the next; in seconds.
    private static let span = 2 * TimePattern.secondsInDay

    private let days: DayPattern
    /// `nil` for times that no clock shows.
    private let times: TimePattern?
    private let nanoseconds: Int
    private let clock: WallClock

    init(_ components: DateComponents) {
        var calendar = components.calendar ?? .current
        clock = WallClock(zone: components.timeZone ?? calendar.timeZone)
        calendar.timeZone = .gmt
        times = TimePattern(components)
        nanoseconds = components.nanosecond ?? 0
        days = DayPattern(components, in: calendar, beginsOnly: times?.isSet == false)
    }

    /// The first such date after another one; `nil` when there is none, or the other is out of `distantPast…distantFuture`.
    func next(after date: Date) -> Date? {
        let seconds = date.timeIntervalSince1970
        // As a date, what is no number would be in the range.
        guard (Date.distantPast.timeIntervalSince1970...Date.distantFuture.timeIntervalSince1970).contains(seconds),
            let times, times.isSet || days.isSet
        else { return nil }
        let fraction = Double(nanoseconds) / 1e9
        var after = Int((seconds - fraction).rounded(.down))
        // A date is a floating-point number: what was found last may come out one second early, and is found again.
        while let moment = times.hour == nil ? everyShowing(times, after: after) : firstShowing(times, after: after) {
            let found = Date(timeIntervalSince1970: Double(moment) + fraction)
            if found > date { return found }
            after = moment
        }
        return nil
    }

    /// With an hour: what the clocks show twice counts once, and what they leave out counts when they go on.
    private func firstShowing(_ times: TimePattern, after moment: Int) -> Int? {
        var reading = moment + clock.offset(at: moment)
        while let next = self.reading(times, from: reading + 1) {
            if let found = clock.firstMoment(showing: next), found > moment { return found }
            reading = next
        }
        return nil
    }

    /// Without an hour: whatever the clocks show counts, as often as they do.
    private func everyShowing(_ times: TimePattern, after moment: Int) -> Int? {
        var start = moment + 1
        while true {
            let offset = clock.offset(at: start)
            guard let reading = reading(times, from: start + offset) else { return nil }
            let found = reading - offset
            let end = min(found, start + Self.span)
            if clock.offset(at: end) != offset {
                start = clock.firstChange(after: start, upTo: end)
            } else if end == found {
                return found
            } else {
                // No change of the clocks on the way can bring such a time back: all are before the last span.
                start = max(end, found - Self.span)
            }
        }
    }

    /// The first matching reading of a clock that is never changed.
    private func reading(_ times: TimePattern, from start: Int) -> Int? {
        let length = TimePattern.secondsInDay
        let time = start.modulo(length)
        let today = (start - time) / length
        guard let day = days.next(from: today) else { return nil }
        if day == today {
            if let time = times.next(from: time) { return day * length + time }
            guard let day = days.next(from: today + 1), let time = times.next(from: 0) else { return nil }
            return day * length + time
        }
        return times.next(from: 0).map { day * length + $0 }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension UNNotificationTrigger {
    /// When it brings its notification about for the first time after a date; `nil` when never, or not by the clock.
    ///
    /// For one that repeats, the date it did so last gives the date it does so next.
    package func nextDate(after date: Date) -> Date? {
        switch self {
        case let trigger as UNTimeIntervalNotificationTrigger: date.addingTimeInterval(trigger.timeInterval)
        case let trigger as UNCalendarNotificationTrigger: CalendarSearch(trigger.dateComponents).next(after: date)
        default: nil
        }
    }
}

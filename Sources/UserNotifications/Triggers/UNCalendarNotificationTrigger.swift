// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Brings a notification about whenever date and time match.
///
/// Components that are set have to match. One that is not set matches anything if a smaller one is set, and is at its start
/// otherwise: an hour alone is that hour's first second, a minute alone is every hour's, a month alone is its first day.
/// - A date that does not exist is left out: the 31st in April, 29 February, 30 December 2011 in Samoa.
/// - An hour whose time the clocks leave out on an existing day is met at the next moment that exists; one that they show
///   twice is met at the first. Without an hour the time is met as often as the clocks show it.
/// - Without a `calendar` the user's counts, without a `timeZone` the calendar's, each as it is when it is asked. A month
///   without `isLeapMonth` is an ordinary one.
/// - Nothing set, or a value that no date has, never matches; nor does what first comes in 400 years.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    /// What has to match.
    public let dateComponents: DateComponents

    /// Takes any components; `nextTriggerDate()` says whether they ever match.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// The next date that matches, after this moment; `nil` when there is none.
    open func nextTriggerDate() -> Date? { nextDate(after: UNUserNotificationCenter.current().now) }

    /// Compares `dateComponents`, its calendar and time zone included, and `repeats`.
    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNCalendarNotificationTrigger)?.dateComponents == dateComponents
    }

    /// Follows `isEqual`.
    open override var hash: Int { dateComponents.hashValue }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let archive = TriggerArchive(coder: coder), case .calendar(let components) = archive.kind else {
            return nil
        }
        dateComponents = components
        super.init(repeats: archive.repeats)
    }
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Brings a notification about some time after it was scheduled.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// The time from scheduling to delivery, and from one delivery to the next; in seconds.
    public let timeInterval: TimeInterval

    /// The least interval that may repeat, in seconds.
    static let leastRepeated: TimeInterval = 60

    /// A time in seconds: more than 0, and at least 60 where it repeats.
    ///
    /// Any other one ends the process: with an exception on Apple's platforms, as a fatal error with the same words here.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        if let error = Self.error(timeInterval, repeats: repeats) {
            // The caller broke the rule above, and Apple's exception ends the process too. Not `precondition`: in release it
            // keeps its words to itself.
            fatalError(error)
        }
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// What is wrong with an interval, in Apple's words where Apple has them; `nil` for nothing.
    static func error(_ timeInterval: TimeInterval, repeats: Bool) -> String? {
        // So that NaN, which compares with nothing, is refused too.
        guard timeInterval > 0 else { return "time interval must be greater than 0" }
        guard timeInterval.isFinite else { return "time interval must be finite" }
        guard !repeats || timeInterval >= leastRepeated else { return "time interval must be at least 60 if repeating" }
        return nil
    }

    /// This moment and the interval, counted anew at every call.
    open func nextTriggerDate() -> Date? { nextDate(after: UNUserNotificationCenter.current().now) }

    /// Compares `timeInterval` and `repeats`.
    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTimeIntervalNotificationTrigger)?.timeInterval == timeInterval
    }

    /// Follows `isEqual`.
    open override var hash: Int { timeInterval.hashValue }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let archive = TriggerArchive(coder: coder), case .timeInterval(let interval) = archive.kind else {
            return nil
        }
        timeInterval = interval
        super.init(repeats: archive.repeats)
    }
}

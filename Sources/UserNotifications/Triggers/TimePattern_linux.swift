// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The times of a day that hour, minute and second choose, where every day has 86 400 seconds.
struct TimePattern {
    static let secondsInDay = 86_400

    /// Whether anything is set: without, the day's first second is meant.
    let isSet: Bool
    /// `nil` for every hour.
    let hour: Int?
    private let minute: Int?
    private let second: Int?

    /// `nil` where a value is none that a clock shows.
    init?(_ components: DateComponents) {
        guard Self.isTime(components.hour, below: 24), Self.isTime(components.minute, below: 60),
            Self.isTime(components.second, below: 60), Self.isTime(components.nanosecond, below: 1_000_000_000)
        else { return nil }
        let hasSecond = components.second != nil || components.nanosecond != nil
        let hasMinute = hasSecond || components.minute != nil
        isSet = hasMinute || components.hour != nil
        hour = isSet ? components.hour : 0
        minute = hasMinute ? components.minute : 0
        second = hasSecond ? components.second : 0
    }

    private static func isTime(_ value: Int?, below limit: Int) -> Bool {
        value.map { (0..<limit).contains($0) } ?? true
    }

    /// The first such time from one on, in seconds since the day began; `nil` when the day has no more.
    func next(from start: Int) -> Int? {
        var time = start
        while time < Self.secondsInDay {
            let thisHour = time / 3_600
            let thisMinute = time / 60 % 60
            let thisSecond = time % 60
            if let hour, thisHour != hour {
                guard thisHour < hour else { return nil }
                time = hour * 3_600
            } else if let minute, thisMinute != minute {
                time = thisHour * 3_600 + (thisMinute < minute ? minute * 60 : 3_600)
            } else if let second, thisSecond != second {
                time += (thisSecond < second ? second : 60) - thisSecond
            } else {
                return time
            }
        }
        return nil
    }
}

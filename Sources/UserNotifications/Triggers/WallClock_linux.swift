// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What the clocks of a time zone show, in seconds: a moment counts from 1 January 1970 in UTC, a reading from the same on the
/// clock.
struct WallClock {
    /// More than any zone's clocks ever were apart from UTC, and less than between two changes of them.
    private static let day = TimePattern.secondsInDay

    let zone: TimeZone

    /// How far the clocks are ahead of UTC at a moment.
    func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }

    /// When the clocks show that for the first time; when they go on, where they leave it out; `nil` where they leave out the
    /// whole day.
    func firstMoment(showing reading: Int) -> Int? {
        let before = offset(at: reading - Self.day)
        let after = offset(at: reading + Self.day)
        if offset(at: reading - before) == before { return reading - before }
        if offset(at: reading - after) == after { return reading - after }
        let change = firstChange(after: reading - after, upTo: reading - before)
        let midnight = reading - reading.modulo(Self.day)
        let leavesOutDay = change + before <= midnight && change + after >= midnight + Self.day
        return leavesOutDay ? nil : change
    }

    /// The first moment at which the clocks are as they are at the later of two moments, between which they change once.
    func firstChange(after earlier: Int, upTo later: Int) -> Int {
        let new = offset(at: later)
        var low = earlier
        var high = later
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == new { high = middle } else { low = middle }
        }
        return high
    }
}

extension Int {
    /// The rest of a division that rounds down, so that it is never negative.
    func modulo(_ divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

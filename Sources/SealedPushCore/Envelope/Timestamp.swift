// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A moment: milliseconds since 1970-01-01 UTC, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970.
    public let milliseconds: UInt64

    /// Takes milliseconds since 1970.
    public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// What the system's clock says.
    public static func now() -> Timestamp {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        // A clock before 1970 is no clock; the reader treats it like any other that is not set.
        guard time.tv_sec >= 0 else { return Timestamp(milliseconds: 0) }
        return Timestamp(milliseconds: UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000)
    }

    /// Whole seconds since 1970.
    public var seconds: UInt64 { milliseconds / 1000 }

    /// Earlier is less.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// `2026-05-28T20:26:40Z`, to the second; the plain number where no calendar reaches.
    public var description: String {
        var time = time_t(clamping: seconds)
        var parts = unsafe tm()
        guard seconds < 253_402_300_800, unsafe gmtime_r(&time, &parts) != nil else { return "\(milliseconds) ms" }
        func digits(_ value: Int32, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return unsafe "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
            + "T\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))Z"
    }
}

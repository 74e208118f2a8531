// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Reads the value of `--ttl`: a number with `s`, `m`, `h` or `d`, or of seconds alone.
enum TimeToLive {
    static func seconds(_ text: String) throws(UsageError) -> UInt32 {
        let factors: [Character: UInt32] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let factor = text.last.flatMap { factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw UsageError("--ttl '\(PrintableText.excerpt(text))' is no duration: give 90s, 15m, 12h or 7d")
        }
        guard let number = UInt32(digits) else { throw tooLong }
        guard number > 0 else { throw UsageError("--ttl 0 is no life at all: give 1s to 30d; without it, 30d") }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: factor ?? 1)
        guard !overflow, seconds <= Limits.timeToLive else { throw tooLong }
        return seconds
    }

    private static let tooLong = UsageError("--ttl is over 30d, the longest that Apple keeps a push")
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// Reads the value of `--timeout`, spelled as that of `--ttl`: a number with `s`, `m`, `h` or `d`, or of seconds alone.
enum TimeLimit {
    /// Seconds that it may name: nobody waits longer for one push.
    private static let allowed = 1...3600

    static func duration(_ text: String, of option: Option) throws(UsageError) -> Duration {
        let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let factor = text.last.flatMap { factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        // Int takes a sign as well.
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw UsageError(
                "\(option.name) '\(PrintableText.excerpt(text))' is no duration: give 90s, 2m, 1h, or seconds"
            )
        }
        let (seconds, overflow) = (Int(digits) ?? .max).multipliedReportingOverflow(by: factor ?? 1)
        guard !overflow, allowed.contains(seconds) else {
            throw UsageError("\(option.name) is 1s at least, and 1h at most: nobody waits longer for one push")
        }
        return .seconds(seconds)
    }
}

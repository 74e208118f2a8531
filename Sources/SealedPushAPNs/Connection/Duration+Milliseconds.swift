// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// Whole milliseconds, rounded up, as C wants timeouts; within 24 days, which any C type for them holds.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

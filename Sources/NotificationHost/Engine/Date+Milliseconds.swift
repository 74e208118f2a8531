// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension Date {
    /// Since 1970, rounded up, so that nothing is due too early; bounded, whatever the date.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded(.up)
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// What failed on the way to the bus.
struct BusError: Error, CustomStringConvertible {
    let description: String

    /// - Parameter text: One line, such as `the bus does not answer`.
    init(_ text: String) { description = text }

    /// - Parameters:
    ///   - action: What was tried, such as `cannot connect to the bus`.
    ///   - status: A negative error number, as sd-bus gives it.
    init(_ action: String, _ status: Int32) {
        let number = status == .min ? EINVAL : abs(status)
        description = "\(action): \(unsafe String(cString: strerror(number)))"
    }
}

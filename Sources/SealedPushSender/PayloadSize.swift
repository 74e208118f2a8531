// SPDX-License-Identifier: Apache-2.0

/// How a payload compares with the limit it must keep.
public struct PayloadSize: Hashable, Sendable {
    /// Bytes the outer payload would have with the least padding.
    public let size: Int
    /// Bytes it may have.
    public let limit: Int
    /// Path of the field that takes most, such as `aps.alert.body`.
    public let largestField: String
    /// Bytes that field takes, its name included.
    public let largestFieldSize: Int

    /// Bytes over the limit.
    public var overshoot: Int { size - limit }
}

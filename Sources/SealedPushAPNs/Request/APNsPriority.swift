// SPDX-License-Identifier: Apache-2.0

/// How urgent a push is: the header `apns-priority`.
public struct APNsPriority: Hashable, Sendable, CustomStringConvertible {
    /// The number that is sent.
    public let rawValue: UInt8

    /// At once; APNs's own default.
    public static let immediate = APNsPriority(rawValue: 10)
    /// When the device's power allows it.
    public static let powerAware = APNsPriority(rawValue: 5)
    /// Power before everything: the device is never woken.
    public static let lowest = APNsPriority(rawValue: 1)

    private init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The number.
    public var description: String { String(rawValue) }
}

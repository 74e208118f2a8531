// SPDX-License-Identifier: Apache-2.0

/// How an action behaves, with Apple's raw values.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Works only while the device is unlocked.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// Destroys something; shown as such.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// Brings the app to the foreground.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

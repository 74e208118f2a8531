// SPDX-License-Identifier: Apache-2.0

/// How a notification is presented while the app is in the foreground, with Apple's raw values.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its badge is applied.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// Its sound is played.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// In the list, and as a banner.
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    /// In the list.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// As a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

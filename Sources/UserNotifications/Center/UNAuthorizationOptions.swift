// SPDX-License-Identifier: Apache-2.0

/// What an app asks the user's permission for, with Apple's raw values.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the app's icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Alerts: banners and the list.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Notifications in a car.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// Sounds while the device is muted.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// The app has settings of its own for notifications.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Quiet delivery to the list, without asking.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
    /// Announcements by voice; always included.
    @available(*, deprecated, message: "announcement is always included")
    public static let announcement = UNAuthorizationOptions(rawValue: 128)
    /// Breaking through a Focus; Apple's systems ask for an entitlement instead.
    @available(*, deprecated, message: "use the time-sensitive entitlement on Apple's platforms")
    public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}

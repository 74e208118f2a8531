// SPDX-License-Identifier: Apache-2.0

/// How the notifications of a category behave, with Apple's raw values.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app is told when the user dismisses one.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// Shown in a car.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
    /// The title is shown where previews are hidden.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
    /// The subtitle is shown where previews are hidden.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
    /// Announced by voice; always allowed.
    @available(*, deprecated, message: "announcement is always allowed")
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

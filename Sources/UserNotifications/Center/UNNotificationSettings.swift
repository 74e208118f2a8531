// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the user and the system let an app do.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding {
    /// The values, for whoever plays the system.
    package struct Values: Hashable, Sendable {
        package var authorizationStatus = UNAuthorizationStatus.notDetermined
        package var sound = UNNotificationSetting.notSupported
        package var badge = UNNotificationSetting.notSupported
        package var alert = UNNotificationSetting.notSupported
        package var notificationCenter = UNNotificationSetting.notSupported
        package var lockScreen = UNNotificationSetting.notSupported
        package var criticalAlert = UNNotificationSetting.notSupported
        package var timeSensitive = UNNotificationSetting.notSupported
        package var alertStyle = UNAlertStyle.none
        package var showPreviews = UNShowPreviewsSetting.always
        package var providesAppNotificationSettings = false

        package init() {}
    }

    package let values: Values

    /// Made by the system, never by an app.
    package init(_ values: Values) {
        self.values = values
        super.init()
    }

    /// The system makes settings.
    @available(*, unavailable, message: "ask the center for its settings")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Whether the app may notify at all.
    open var authorizationStatus: UNAuthorizationStatus { values.authorizationStatus }
    /// Sounds.
    open var soundSetting: UNNotificationSetting { values.sound }
    /// The number on the app's icon.
    open var badgeSetting: UNNotificationSetting { values.badge }
    /// Alerts.
    open var alertSetting: UNNotificationSetting { values.alert }
    /// The list of delivered notifications.
    open var notificationCenterSetting: UNNotificationSetting { values.notificationCenter }
    /// The lock screen.
    open var lockScreenSetting: UNNotificationSetting { values.lockScreen }
    /// A car; never on Linux.
    open var carPlaySetting: UNNotificationSetting { .notSupported }
    /// How alerts look.
    open var alertStyle: UNAlertStyle { values.alertStyle }
    /// When text is shown.
    open var showPreviewsSetting: UNShowPreviewsSetting { values.showPreviews }
    /// Sounds while the device is muted.
    open var criticalAlertSetting: UNNotificationSetting { values.criticalAlert }
    /// Whether the app has settings of its own for notifications.
    open var providesAppNotificationSettings: Bool { values.providesAppNotificationSettings }
    /// Announcements by voice; never on Linux.
    open var announcementSetting: UNNotificationSetting { .notSupported }
    /// Breaking through a Focus.
    open var timeSensitiveSetting: UNNotificationSetting { values.timeSensitive }
    /// The scheduled summary; never on Linux.
    open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    /// Direct messages; never on Linux.
    open var directMessagesSetting: UNNotificationSetting { .notSupported }

    /// Itself: settings never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares all values.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSettings)?.values == values }

    /// Follows `isEqual`.
    open override var hash: Int { values.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(values.authorizationStatus.rawValue, forKey: "authorizationStatus")
        for (key, path) in Self.settings { coder.encode(values[keyPath: path].rawValue, forKey: key) }
        coder.encode(values.alertStyle.rawValue, forKey: "alertStyle")
        coder.encode(values.showPreviews.rawValue, forKey: "showPreviews")
        coder.encode(values.providesAppNotificationSettings, forKey: "providesAppNotificationSettings")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        var values = Values()
        guard let status = UNAuthorizationStatus(rawValue: coder.decodeInteger(forKey: "authorizationStatus")),
            let style = UNAlertStyle(rawValue: coder.decodeInteger(forKey: "alertStyle")),
            let previews = UNShowPreviewsSetting(rawValue: coder.decodeInteger(forKey: "showPreviews"))
        else { return nil }
        values.authorizationStatus = status
        values.alertStyle = style
        values.showPreviews = previews
        values.providesAppNotificationSettings = coder.decodeBool(forKey: "providesAppNotificationSettings")
        for (key, path) in Self.settings {
            guard let setting = UNNotificationSetting(rawValue: coder.decodeInteger(forKey: key)) else { return nil }
            values[keyPath: path] = setting
        }
        self.values = values
        super.init()
    }

    private static var settings: [(String, WritableKeyPath<Values, UNNotificationSetting>)] {
        [
            ("sound", \.sound), ("badge", \.badge), ("alert", \.alert), ("notificationCenter", \.notificationCenter),
            ("lockScreen", \.lockScreen), ("criticalAlert", \.criticalAlert), ("timeSensitive", \.timeSensitive),
        ]
    }
}

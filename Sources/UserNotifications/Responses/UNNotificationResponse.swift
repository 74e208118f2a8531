// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The action identifier of a response to the notification itself: the user opened it.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The action identifier of a response to a dismissal; only for categories with `customDismissAction`.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the user did with a notification.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding {
    /// The notification.
    public let notification: UNNotification
    /// What was done: one of the category's actions, the default action, or the dismissal.
    public let actionIdentifier: String

    /// Made by the system, never by an app.
    package init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        super.init()
    }

    /// The system makes responses.
    @available(*, unavailable, message: "the system makes responses")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: a response never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The same kind of response with the same values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse else { return false }
        return type(of: other) == type(of: self) && other.actionIdentifier == actionIdentifier
            && other.notification == notification
    }

    /// Follows `isEqual`.
    open override var hash: Int { actionIdentifier.hashValue ^ notification.hash }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(notification, forKey: "notification")
        coder.encode(actionIdentifier as NSString, forKey: "actionIdentifier")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let notification = coder.decodeObject(of: UNNotification.self, forKey: "notification"),
            let action = coder.decodeObject(of: NSString.self, forKey: "actionIdentifier")
        else { return nil }
        self.notification = notification
        actionIdentifier = String(describing: action)
        super.init()
    }
}

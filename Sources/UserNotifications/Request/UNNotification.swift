// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request that was delivered, and when.
open class UNNotification: NSObject, NSCopying {
    /// When it was delivered.
    public let date: Date
    /// What was delivered.
    public let request: UNNotificationRequest

    /// Made by whoever delivers, never by an app.
    package init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
        super.init()
    }

    /// The system makes notifications.
    @available(*, unavailable, message: "the system makes notifications")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: a notification never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares date and request.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// Follows `isEqual`.
    open override var hash: Int { request.hash }
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request that was delivered, and when.
open class UNNotification: NSObject, NSCopying, NSSecureCoding {
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

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(date.timeIntervalSinceReferenceDate, forKey: "date")
        coder.encode(request, forKey: "request")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: "request") else { return nil }
        date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
        self.request = request
        super.init()
    }
}

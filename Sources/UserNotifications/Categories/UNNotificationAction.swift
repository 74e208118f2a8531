// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something the user can do with a notification: a button.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding {
    /// What names it; one of its kind in the app.
    public let identifier: String
    /// What stands on it.
    public let title: String
    /// How it behaves.
    public let options: UNNotificationActionOptions
    /// The picture beside its title.
    public let icon: UNNotificationActionIcon?

    /// A button.
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// A button with a picture.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
        super.init()
    }

    /// An action has an identifier and a title.
    @available(*, unavailable, message: "use init(identifier:title:options:)")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: an action never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The same kind of action with the same values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return type(of: other) == type(of: self) && other.identifier == identifier && other.title == title
            && other.options == options && other.icon == icon
    }

    /// Follows `isEqual`.
    open override var hash: Int { identifier.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(title as NSString, forKey: "title")
        coder.encode(Int(bitPattern: options.rawValue), forKey: "options")
        coder.encode(icon, forKey: "icon")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let title = coder.decodeObject(of: NSString.self, forKey: "title")
        else { return nil }
        self.identifier = String(describing: identifier)
        self.title = String(describing: title)
        options = UNNotificationActionOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
        icon = coder.decodeObject(of: UNNotificationActionIcon.self, forKey: "icon")
        super.init()
    }
}

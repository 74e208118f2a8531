// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An identifier, a content and what brings it about.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding {
    /// What names it; for a remote notification its collapse id, or an id of the system's.
    public let identifier: String
    /// A copy of the content it was made with.
    public let content: UNNotificationContent
    /// What brings it about; `nil` for at once.
    public let trigger: UNNotificationTrigger?

    /// Keeps a copy of the content: later changes to a mutable one have no effect.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.copy() as? UNNotificationContent ?? content
        self.trigger = trigger
        super.init()
    }

    /// A request has an identifier and a content.
    @available(*, unavailable, message: "use init(identifier:content:trigger:)")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: a request never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares identifier, content and trigger.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content && trigger == other.trigger
    }

    /// Follows `isEqual`.
    open override var hash: Int { identifier.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(content, forKey: "content")
        coder.encode(trigger, forKey: "trigger")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let content = coder.decodeObject(of: UNNotificationContent.self, forKey: "content")
        else { return nil }
        self.identifier = String(describing: identifier)
        self.content = content
        trigger = coder.decodeObject(of: UNNotificationTrigger.self, forKey: "trigger")
        super.init()
    }
}

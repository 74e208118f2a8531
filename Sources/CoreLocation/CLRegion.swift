// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of the world with a name; abstract.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
    /// What names it among the app's regions.
    public let identifier: String
    /// Whether coming in counts; true at first.
    open var notifyOnEntry = true
    /// Whether going out counts; true at first.
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// A region is one of the kinds.
    @available(*, unavailable, message: "CLRegion is abstract: make a CLCircularRegion")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    // MARK: Copies

    /// A region of its own, with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// The same kind with the same values, not just the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: other) == type(of: self) && other.identifier == identifier
            && other.notifyOnEntry == notifyOnEntry && other.notifyOnExit == notifyOnExit
    }

    /// Follows `isEqual`; does not change with what is notified.
    open override var hash: Int { identifier.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    private enum Key {
        static let identifier = "identifier"
        static let entry = "notifyOnEntry"
        static let exit = "notifyOnExit"
    }

    /// Writes every value.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: Key.identifier)
        coder.encode(notifyOnEntry, forKey: Key.entry)
        coder.encode(notifyOnExit, forKey: Key.exit)
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: Key.identifier) else { return nil }
        self.identifier = String(describing: identifier)
        notifyOnEntry = coder.decodeBool(forKey: Key.entry)
        notifyOnExit = coder.decodeBool(forKey: Key.exit)
        super.init()
    }
}

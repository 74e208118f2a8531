// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The picture beside an action's title.
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding {
    /// Where the picture comes from, for whoever shows it.
    package enum Source: Hashable, Sendable {
        /// An image of the app.
        case template(String)
        /// A symbol of the system; on Linux the name of an icon of the desktop's theme.
        case system(String)
    }

    package let source: Source

    /// An image of the app's bundle; the name needs no extension.
    public init(templateImageName: String) {
        source = .template(templateImageName)
        super.init()
    }

    /// A symbol of the system; on Linux the name of an icon of the desktop's theme.
    public init(systemImageName: String) {
        source = .system(systemImageName)
        super.init()
    }

    /// An icon has a name.
    @available(*, unavailable, message: "use init(templateImageName:) or init(systemImageName:)")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: an icon never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares kind and name.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationActionIcon)?.source == source }

    /// Follows `isEqual`.
    open override var hash: Int { source.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes kind and name.
    public func encode(with coder: NSCoder) {
        switch source {
        case .template(let name): coder.encode(name as NSString, forKey: "template")
        case .system(let name): coder.encode(name as NSString, forKey: "system")
        }
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        if let name = coder.decodeObject(of: NSString.self, forKey: "template") {
            source = .template(String(describing: name))
        } else if let name = coder.decodeObject(of: NSString.self, forKey: "system") {
            source = .system(String(describing: name))
        } else {
            return nil
        }
        super.init()
    }
}

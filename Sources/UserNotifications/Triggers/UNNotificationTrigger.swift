// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What brings a notification about; abstract.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding {
    /// Whether it does so again and again.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    /// A trigger is one of the kinds.
    @available(*, unavailable, message: "UNNotificationTrigger is abstract: make one of its kinds")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: a trigger never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The same kind, and the same `repeats`; kinds with more values compare those too.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: other) == type(of: self) && other.repeats == repeats
    }

    /// Follows `isEqual`.
    open override var hash: Int { repeats.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value; nothing, so that it cannot be read again, where a region or a calendar is of a kind that has no
    /// name: the coder's own way to fail ends the process.
    public func encode(with coder: NSCoder) { TriggerArchive(self)?.encode(with: coder) }

    /// `nil`: only the kinds can be read.
    public required init?(coder: NSCoder) { return nil }
}

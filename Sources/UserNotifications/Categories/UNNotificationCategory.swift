// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A kind of notification: which actions it has, and how it behaves.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding {
    /// What names it, in `categoryIdentifier` and in a payload's `category`.
    public let identifier: String
    /// Its actions, the most important first: not all may fit.
    public let actions: [UNNotificationAction]
    /// Intents that go with it; kept, and without effect on Linux.
    public let intentIdentifiers: [String]
    /// What is shown in place of the text where previews are hidden; `%u` is the number of notifications.
    public let hiddenPreviewsBodyPlaceholder: String
    /// How several are summed up; `%u` is their number, `%@` their arguments.
    public let categorySummaryFormat: String
    /// How its notifications behave.
    public let options: UNNotificationCategoryOptions

    /// A category.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// A category with a text for where previews are hidden.
    public convenience init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier,
            actions: actions,
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil,
            options: options
        )
    }

    /// A category with a text for where previews are hidden, and a summary.
    public init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?,
        categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
        self.categorySummaryFormat = categorySummaryFormat ?? ""
        self.options = options
        super.init()
    }

    /// A category has an identifier.
    @available(*, unavailable, message: "use init(identifier:actions:intentIdentifiers:options:)")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Itself: a category never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares all values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return other.identifier == identifier && other.actions == actions
            && other.intentIdentifiers == intentIdentifiers
            && other.hiddenPreviewsBodyPlaceholder == hiddenPreviewsBodyPlaceholder
            && other.categorySummaryFormat == categorySummaryFormat && other.options == options
    }

    /// Follows `isEqual`.
    open override var hash: Int { identifier.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(NSArray(array: actions), forKey: "actions")
        coder.encode(NSArray(array: intentIdentifiers), forKey: "intentIdentifiers")
        coder.encode(hiddenPreviewsBodyPlaceholder as NSString, forKey: "hiddenPreviewsBodyPlaceholder")
        coder.encode(categorySummaryFormat as NSString, forKey: "categorySummaryFormat")
        coder.encode(Int(bitPattern: options.rawValue), forKey: "options")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [
            NSArray.self, NSString.self, UNNotificationAction.self, UNTextInputNotificationAction.self,
        ]
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let actions = coder.decodeObject(of: classes, forKey: "actions") as? [UNNotificationAction],
            let intents = coder.decodeObject(of: classes, forKey: "intentIdentifiers") as? [String],
            let placeholder = coder.decodeObject(of: NSString.self, forKey: "hiddenPreviewsBodyPlaceholder"),
            let format = coder.decodeObject(of: NSString.self, forKey: "categorySummaryFormat")
        else { return nil }
        self.identifier = String(describing: identifier)
        self.actions = actions
        intentIdentifiers = intents
        hiddenPreviewsBodyPlaceholder = String(describing: placeholder)
        categorySummaryFormat = String(describing: format)
        options = UNNotificationCategoryOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
        super.init()
    }
}

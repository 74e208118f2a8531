// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a notification says and does: text, badge, sound, and how it is grouped; read-only.
///
/// `UNNotificationContent()` is the documented way for a service extension with the filtering entitlement to show nothing;
/// everything else starts from `UNMutableNotificationContent`.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    var fields: ContentFields

    /// Content without anything in it.
    public override init() {
        fields = ContentFields()
        super.init()
    }

    init(fields: ContentFields) {
        self.fields = fields
        super.init()
    }

    // MARK: Text

    /// The short reason for the notification; empty when there is none.
    open var title: String { fields.title }
    /// The second line; empty when there is none.
    open var subtitle: String { fields.subtitle }
    /// The text; empty when there is none.
    open var body: String { fields.body }

    // MARK: Effects

    /// The number on the app's icon; 0 removes it, `nil` leaves it as it is.
    open var badge: NSNumber? { fields.badge }
    /// What is played; `nil` for silence.
    open var sound: UNNotificationSound? { fields.sound }
    /// How urgent it is.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// How much it matters among the app's others, 0…1.
    open var relevanceScore: Double { fields.relevanceScore }
    /// Pictures, sounds and movies; the first decides what is seen.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    // MARK: Routing

    /// The category whose actions it shows; empty for none.
    open var categoryIdentifier: String { fields.categoryIdentifier }
    /// What groups it with others; empty for none.
    open var threadIdentifier: String { fields.threadIdentifier }
    /// Which window comes forward.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }
    /// What a Focus filter is matched against.
    open var filterCriteria: String? { fields.filterCriteria }
    /// The launch image shown when it opens the app; empty for the usual one.
    open var launchImageName: String { fields.launchImageName }
    /// Data of the app's own; for a remote notification the whole payload, `aps` included.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// What a summary of several says about this one; ignored, as on Apple's systems since iOS 15.
    @available(*, deprecated, message: "summaryArgument is ignored")
    open var summaryArgument: String { fields.summaryArgument }
    /// How many it counts for in a summary; ignored, as on Apple's systems since iOS 15.
    @available(*, deprecated, message: "summaryArgumentCount is ignored")
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    // MARK: Copies

    /// The same content, which nobody can change any more.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A `UNMutableNotificationContent` of its own, with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields: fields) }

    /// Compares all values.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationContent)?.fields == fields
    }

    /// Follows `isEqual`.
    open override var hash: Int { fields.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value; nothing, so that it cannot be read again, where `userInfo` holds what no property list and no JSON
    /// can: the coder's own way to fail ends the process.
    public func encode(with coder: NSCoder) {
        guard let archive = fields.archive else { return }
        coder.encode(NSData(data: Data(archive)), forKey: Self.archiveKey)
    }

    private static let archiveKey = "content"

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
            let fields = ContentFields(archive: Data(referencing: data))
        else { return nil }
        self.fields = fields
        super.init()
    }
}

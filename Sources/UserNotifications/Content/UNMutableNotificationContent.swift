// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Content that can be changed until it is given to a request, which keeps a copy.
open class UNMutableNotificationContent: UNNotificationContent {
    /// The short reason for the notification.
    open override var title: String {
        get { fields.title }
        set { fields.set(.title, to: newValue) }
    }
    /// The second line.
    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.set(.subtitle, to: newValue) }
    }
    /// The text.
    open override var body: String {
        get { fields.body }
        set { fields.set(.body, to: newValue) }
    }
    /// The number on the app's icon; 0 removes it, `nil` leaves it as it is.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }
    /// What is played; `nil` for silence.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }
    /// How urgent it is.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }
    /// How much it matters among the app's others, 0…1.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }
    /// Pictures, sounds and movies; the first decides what is seen.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }
    /// The category whose actions it shows; empty for none.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }
    /// What groups it with others; empty for none.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }
    /// Which window comes forward.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }
    /// What a Focus filter is matched against.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }
    /// The launch image shown when it opens the app; empty for the usual one.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }
    /// Data of the app's own.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }

    /// What a summary of several says about this one; ignored, as on Apple's systems since iOS 15.
    @available(*, deprecated, message: "summaryArgument is ignored")
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }
    /// How many it counts for in a summary; ignored, as on Apple's systems since iOS 15.
    @available(*, deprecated, message: "summaryArgumentCount is ignored")
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = newValue }
    }

    /// A `UNNotificationContent` with the values of this moment.
    open override func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(fields: fields) }
}

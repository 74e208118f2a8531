// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An app's way to the system's notifications: permission, categories, what is scheduled, and what was delivered.
///
/// May be called from any thread. Calls are carried out one after another in the order they came; handlers are called on a
/// queue of the center's own.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // Unchecked because the delegate can be set: under the lock alone.
    private let lock = NSLock()
    private weak var currentDelegate: (any UNUserNotificationCenterDelegate)?
    private let system: any NotificationSystem

    /// Made by whoever plays the system, never by an app.
    package init(system: any NotificationSystem) {
        self.system = system
        super.init()
    }

    /// The center of the running app.
    ///
    /// In a process where nothing plays the device it allows nothing, and says so; it never ends the process.
    open class func current() -> UNUserNotificationCenter { CurrentCenter.center }

    /// A center belongs to an app.
    @available(*, unavailable, message: "use UNUserNotificationCenter.current()")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    /// Whom it tells what comes and what the user does; held weakly.
    ///
    /// Set it before the app has finished to launch.
    open weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { currentDelegate } }
        set { lock.withLock { currentDelegate = newValue } }
    }

    /// Whether content extensions can be shown; never on Linux.
    open var supportsContentExtensions: Bool { false }

    /// The time that its system goes by.
    var now: Date { system.now }

    // MARK: Permission

    /// Asks to notify; `true` if at least one of the kinds was granted.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        system.requestAuthorization(options, reply: completionHandler)
    }

    /// Hands over what the user and the system let the app do.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        system.settings(reply: completionHandler)
    }

    // MARK: Categories

    /// Sets the app's categories, in place of those there were.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { system.setCategories(categories) }

    /// Hands over the app's categories.
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        system.categories(reply: completionHandler)
    }

    // MARK: Scheduled

    /// Schedules a notification, or delivers it at once where it has no trigger; one with the same identifier is replaced.
    ///
    /// The handler is given `nil` once it is scheduled, else a `UNError`.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        system.add(request, reply: completionHandler)
    }

    /// Hands over what is scheduled and has not fired, or repeats.
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        system.pendingRequests(reply: completionHandler)
    }

    /// Takes back what is scheduled under these identifiers; others are ignored.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        system.removePendingRequests(identifiers)
    }

    /// Takes back all that is scheduled.
    open func removeAllPendingNotificationRequests() { system.removePendingRequests(nil) }

    // MARK: Delivered

    /// Hands over what was delivered and is still in the list; not what a place brought about.
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        system.deliveredNotifications(reply: completionHandler)
    }

    /// Takes what was delivered under these identifiers out of the list; others are ignored.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        system.removeDeliveredNotifications(identifiers)
    }

    /// Takes all that was delivered out of the list.
    open func removeAllDeliveredNotifications() { system.removeDeliveredNotifications(nil) }

    // MARK: Badge

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// The handler is given `nil` once it is set, else a `UNError`: `badgeInputInvalid` for a negative number.
    open func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        system.setBadgeCount(newBadgeCount, reply: completionHandler)
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a center talks to: the part of a system that keeps, brings and shows the notifications of one app.
///
/// Calls return at once and are carried out one after another, in the order they came; each reply comes on a queue of the
/// system's own, after all replies to earlier calls.
package protocol NotificationSystem: AnyObject, Sendable {
    /// The time it goes by.
    var now: Date { get }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    )
    func settings(reply: @escaping @Sendable (UNNotificationSettings) -> Void)

    func setCategories(_ categories: Set<UNNotificationCategory>)
    func categories(reply: @escaping @Sendable (Set<UNNotificationCategory>) -> Void)

    func add(_ request: UNNotificationRequest, reply: (@Sendable ((any Error)?) -> Void)?)
    func pendingRequests(reply: @escaping @Sendable ([UNNotificationRequest]) -> Void)
    /// `nil` is all of them.
    func removePendingRequests(_ identifiers: [String]?)

    func deliveredNotifications(reply: @escaping @Sendable ([UNNotification]) -> Void)
    /// `nil` is all of them.
    func removeDeliveredNotifications(_ identifiers: [String]?)

    func setBadgeCount(_ count: Int, reply: (@Sendable ((any Error)?) -> Void)?)
}

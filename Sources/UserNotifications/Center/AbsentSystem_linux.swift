// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation

/// What a center talks to in a process where nothing plays the device: nothing is allowed, and nothing is kept.
final class AbsentSystem: NotificationSystem {
    static let explanation =
        "no notification system runs in this process: make a NotificationDevice and its current center"

    private let queue = DispatchQueue(label: "UNUserNotificationCenter.call-out")

    var now: Date { Date() }

    private static var refusal: UNError { UNError(.notificationsNotAllowed, explanation) }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        queue.async { reply(false, Self.refusal) }
    }

    func settings(reply: @escaping @Sendable (UNNotificationSettings) -> Void) {
        queue.async {
            var values = UNNotificationSettings.Values()
            values.authorizationStatus = .denied
            reply(UNNotificationSettings(values))
        }
    }

    func setCategories(_ categories: Set<UNNotificationCategory>) {}

    func categories(reply: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) { queue.async { reply([]) } }

    func add(_ request: UNNotificationRequest, reply: (@Sendable ((any Error)?) -> Void)?) {
        queue.async { reply?(Self.refusal) }
    }

    func pendingRequests(reply: @escaping @Sendable ([UNNotificationRequest]) -> Void) { queue.async { reply([]) } }

    func removePendingRequests(_ identifiers: [String]?) {}

    func deliveredNotifications(reply: @escaping @Sendable ([UNNotification]) -> Void) { queue.async { reply([]) } }

    func removeDeliveredNotifications(_ identifiers: [String]?) {}

    func setBadgeCount(_ count: Int, reply: (@Sendable ((any Error)?) -> Void)?) {
        queue.async { reply?(Self.refusal) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// What is scheduled and what was delivered: looked at, and taken back.
struct NotificationLists {
    private var center: UNUserNotificationCenter { .current() }

    /// What is scheduled, with its next date where that is known.
    func scheduled() async -> [(identifier: String, date: Date?)] {
        await center.pendingNotificationRequests().map { request in
            switch request.trigger {
            case let trigger as UNTimeIntervalNotificationTrigger: (request.identifier, trigger.nextTriggerDate())
            case let trigger as UNCalendarNotificationTrigger: (request.identifier, trigger.nextTriggerDate())
            default: (request.identifier, nil)
            }
        }
    }

    /// What was delivered and is still in the list, the newest first.
    func delivered() async -> [(identifier: String, date: Date)] {
        await center.deliveredNotifications().map { ($0.request.identifier, $0.date) }.sorted { $0.date > $1.date }
    }

    /// Takes notifications back, scheduled or delivered.
    func remove(_ identifiers: [String]) {
        center.removePendingNotificationRequests(withIdentifiers: identifiers)
        center.removeDeliveredNotifications(withIdentifiers: identifiers)
    }

    /// Takes everything back, and the number on the icon.
    func removeAll() async throws {
        center.removeAllPendingNotificationRequests()
        center.removeAllDeliveredNotifications()
        try await center.setBadgeCount(0)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Reminders that the user can put off, or delete.
///
/// Make one before the app has finished to launch, and keep it: the center holds its delegate weakly.
nonisolated final class Reminders: NSObject, UNUserNotificationCenterDelegate {
    private static let category = "REMINDER"
    private static let snooze = "SNOOZE"
    private static let delete = "DELETE"
    /// Seconds that "Snooze" puts a reminder off.
    static let snoozeTime: TimeInterval = 600

    private var center: UNUserNotificationCenter { .current() }

    /// Takes the center's delegate and says which actions a reminder has.
    func start() {
        center.delegate = self
        let snooze = UNNotificationAction(identifier: Self.snooze, title: "Snooze", options: [])
        let delete = UNNotificationAction(identifier: Self.delete, title: "Delete", options: [.destructive])
        let category = UNNotificationCategory(
            identifier: Self.category,
            actions: [snooze, delete],
            intentIdentifiers: [],
            options: [.customDismissAction]
        )
        center.setNotificationCategories([category])
    }

    /// Asks the user, once; reminders need alerts and sounds.
    func askForPermission(completionHandler: @escaping @Sendable (Bool) -> Void) {
        center.requestAuthorization(options: [.alert, .sound]) { granted, _ in completionHandler(granted) }
    }

    // MARK: Scheduling

    /// Once, after some seconds.
    func remind(_ text: String, identifier: String, after seconds: TimeInterval) async throws {
        try await add(text, identifier, UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false))
    }

    /// Once, at a date.
    func remind(_ text: String, identifier: String, at date: Date) async throws {
        let components = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        try await add(text, identifier, UNCalendarNotificationTrigger(dateMatching: components, repeats: false))
    }

    /// Every day at a time.
    func remindDaily(_ text: String, identifier: String, hour: Int, minute: Int = 0) async throws {
        let components = DateComponents(hour: hour, minute: minute, second: 0)
        try await add(text, identifier, UNCalendarNotificationTrigger(dateMatching: components, repeats: true))
    }

    /// Every week on a day (1 is Sunday) at a time.
    func remindWeekly(_ text: String, identifier: String, weekday: Int, hour: Int, minute: Int = 0) async throws {
        let components = DateComponents(hour: hour, minute: minute, second: 0, weekday: weekday)
        try await add(text, identifier, UNCalendarNotificationTrigger(dateMatching: components, repeats: true))
    }

    private func add(_ text: String, _ identifier: String, _ trigger: UNNotificationTrigger) async throws {
        let content = UNMutableNotificationContent()
        content.title = "Reminder"
        content.body = text
        content.sound = .default
        content.categoryIdentifier = Self.category
        try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
    }

    // MARK: The center's calls

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let request = response.notification.request
        switch response.actionIdentifier {
        case Self.snooze:
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: Self.snoozeTime, repeats: false)
            center.add(
                UNNotificationRequest(identifier: request.identifier, content: request.content, trigger: trigger)
            )
        case Self.delete:
            center.removePendingNotificationRequests(withIdentifiers: [request.identifier])
        case UNNotificationDismissActionIdentifier, UNNotificationDefaultActionIdentifier:
            break
        default:
            break
        }
        completionHandler()
    }
}

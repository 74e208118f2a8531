// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Messages that the user can answer from the notification, or delete.
nonisolated final class Messages: NSObject, UNUserNotificationCenterDelegate {
    /// What the user did with a message.
    enum Event: Hashable, Sendable {
        case opened(String)
        case dismissed(String)
        case replied(String, text: String)
        case deleted(String)
    }

    private static let category = "MESSAGE"
    private static let reply = "REPLY"
    private static let delete = "DELETE"

    private var center: UNUserNotificationCenter { .current() }
    private let onEvent: @Sendable (Event) -> Void

    /// - Parameter onEvent: Told what the user did, with the identifier of the message.
    init(onEvent: @escaping @Sendable (Event) -> Void) { self.onEvent = onEvent }

    /// Takes the center's delegate and says which actions a message has.
    func start() {
        center.delegate = self
        let reply = UNTextInputNotificationAction(
            identifier: Self.reply,
            title: "Reply",
            options: [],
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Type your message"
        )
        let delete = UNNotificationAction(
            identifier: Self.delete,
            title: "Delete",
            options: [.authenticationRequired, .destructive]
        )
        let category = UNNotificationCategory(
            identifier: Self.category,
            actions: [reply, delete],
            intentIdentifiers: [],
            options: [.customDismissAction]
        )
        center.setNotificationCategories([category])
    }

    /// Shows a message at once; a later one of the same sender goes to the same thread.
    func show(_ text: String, from sender: String, identifier: String) async throws {
        let content = UNMutableNotificationContent()
        content.title = sender
        content.body = text
        content.sound = .default
        content.threadIdentifier = sender
        content.categoryIdentifier = Self.category
        try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
    }

    // MARK: The center's calls

    nonisolated(nonsending) func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .list, .sound]
    }

    nonisolated(nonsending) func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        let identifier = response.notification.request.identifier
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier:
            onEvent(.opened(identifier))
        case UNNotificationDismissActionIdentifier:
            onEvent(.dismissed(identifier))
        case Self.reply:
            if let text = (response as? UNTextInputNotificationResponse)?.userText {
                onEvent(.replied(identifier, text: text))
            }
        case Self.delete:
            onEvent(.deleted(identifier))
        default:
            break
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A local notification with a picture of the app's own.
enum PictureNotification {
    /// Shows a picture after some seconds; one of the app's bundle stays there, any other file is moved away.
    static func schedule(_ picture: URL, title: String, after seconds: TimeInterval) async throws {
        let attachment = try UNNotificationAttachment(identifier: "picture", url: picture)
        let content = UNMutableNotificationContent()
        content.title = title
        content.attachments = [attachment]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        try await UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "picture", content: content, trigger: trigger)
        )
    }

    /// The bytes of the picture that a delivered notification shows; only the first attachment is seen.
    static func shownPicture(of notification: UNNotification) -> Data? {
        guard let attachment = notification.request.content.attachments.first,
            attachment.url.startAccessingSecurityScopedResource()
        else { return nil }
        defer { attachment.url.stopAccessingSecurityScopedResource() }
        return try? Data(contentsOf: attachment.url)
    }
}

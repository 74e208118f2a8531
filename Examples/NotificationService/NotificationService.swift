// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension
import SealedPushStore
import UserNotifications

/// The whole service extension of an app that receives sealed pushes.
nonisolated final class NotificationService: SealedNotificationService {
    /// Where the keys are: the store that the app has made in the container it shares with this extension.
    override func makeReceiver() throws -> Receiver {
        let store = try SQLiteKeyStore(at: SharedContainer.path())
        return Receiver(keys: store, seen: store)
    }

    /// What is shown of a push that cannot be opened; the text the app's translations have for the key.
    override var placeholder: Placeholder {
        Placeholder("New notification", localizationKey: "SEALED_PLACEHOLDER")
    }

    /// Says who sent it: any trusted signer may put any name in a title.
    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        if content.subtitle.isEmpty, let name = notification.signer?.name { content.subtitle = name }
        return content
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension
import SealedPushStore
import UserNotifications

// Where the main actor is the default, what an extension uses has to say that it is not on it.
nonisolated private let group = "/var/mobile/group"

nonisolated final class NotificationService: SealedNotificationService {
    override func makeReceiver() throws -> Receiver {
        let store = try SQLiteKeyStore(at: group); return Receiver(keys: store, seen: store)
    }
    override func didOpen(_ n: OpenedNotification, content: UNMutableNotificationContent) -> UNNotificationContent {
        content
    }
}

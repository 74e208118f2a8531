// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushExtension
internal import SealedPushStore
internal import UserNotifications

/// The service extension of this device, in a process of its own.
///
/// It reads the key store and counts failures there. That a push was shown the listener writes down, once it is: an extension
/// that did, and whose listener was killed before it had the notification, would have swallowed it.
final class ListenExtension: SealedNotificationService {
    /// Makes this program the extension; the path of the key store follows.
    static let argument = "--extension"

    private let store: String

    init(store: String) { self.store = store }

    override func makeReceiver() throws -> Receiver {
        let store = try SQLiteKeyStore(at: store)
        var policy = ReceiverPolicy()
        // The listener is a host that lets an extension show nothing.
        policy.mayDrop = true
        // It waits at the broker until the list of what was seen can be read, rather than come twice.
        policy.requiresReplayCheck = true
        return Receiver(keys: store, seen: ReadOnlySeenIDs(store), failures: store, policy: policy)
    }

    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        PushReport(opened: notification, tolerance: ReceiverPolicy().clockTolerance).attach(to: content)
        return content
    }

    override func didFail(_ failure: OpenFailure, content: UNMutableNotificationContent) -> UNNotificationContent {
        PushReport(failed: failure.reason.rawValue, failure.diagnosis).attach(to: content)
        return content
    }
}

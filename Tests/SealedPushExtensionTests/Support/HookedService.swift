// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension
import SealedPushReceiver
import UserNotifications

/// An extension whose every step a test can look into, or stop.
final class HookedService: SealedNotificationService {
    /// What it does at each step.
    struct Hooks {
        var placeholder = Placeholder("Neutral text")
        var makeReceiver: () throws -> Receiver
        var didOpen: (OpenedNotification, UNMutableNotificationContent) -> UNNotificationContent = { $1 }
        var didFail: (OpenFailure, UNMutableNotificationContent) -> UNNotificationContent = { $1 }

        init(_ makeReceiver: @escaping () throws -> Receiver) { self.makeReceiver = makeReceiver }
    }

    private let hooks: Hooks
    /// Happens when neither a test nor a worker has the service any more.
    private let ended: Event?

    init(_ hooks: Hooks, ended: Event? = nil) {
        self.hooks = hooks
        self.ended = ended
        super.init()
    }

    deinit { ended?.signal() }

    override var placeholder: Placeholder { hooks.placeholder }

    override func makeReceiver() throws -> Receiver { try hooks.makeReceiver() }

    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        hooks.didOpen(notification, content)
    }

    override func didFail(_ failure: OpenFailure, content: UNMutableNotificationContent) -> UNNotificationContent {
        hooks.didFail(failure, content)
    }
}

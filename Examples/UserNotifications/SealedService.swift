// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension
import UserNotifications

/// A service extension for sealed pushes, whose payload may name a picture on a server: `"image": "https://…"`.
///
/// The text is opened first. Where the picture does not come in time, the text is shown without it.
nonisolated final class SealedService: SealedNotificationService {
    private let receiver: Receiver

    /// - Parameter receiver: The keys of this device, and whom it trusts.
    init(receiver: Receiver) {
        self.receiver = receiver
        super.init()
    }

    override func makeReceiver() throws -> Receiver { receiver }

    override func media(for notification: OpenedNotification, content: UNNotificationContent) -> MediaRequest? {
        MediaRequest(userInfo: content.userInfo, urlKey: "image")
    }
}

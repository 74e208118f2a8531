// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import UserNotifications

@testable import SealedPushExtension

/// An extension that attaches what `mediaUrl` of the sealed payload names.
final class MediaService: SealedNotificationService {
    private let receiver: Receiver
    private let loader: any MediaLoading
    private let log: MediaLog
    private let change: (UNMutableNotificationContent) -> UNNotificationContent

    init(
        _ receiver: Receiver,
        _ loader: any MediaLoading,
        _ log: MediaLog,
        change: @escaping (UNMutableNotificationContent) -> UNNotificationContent
    ) {
        self.receiver = receiver
        self.loader = loader
        self.log = log
        self.change = change
        super.init()
    }

    deinit { log.ended.signal() }

    override var placeholder: Placeholder { Placeholder("Neutral text") }

    override func makeReceiver() throws -> Receiver { receiver }

    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        change(content)
    }

    override func media(for notification: OpenedNotification, content: UNNotificationContent) -> MediaRequest? {
        log.add("asked for the media of \(content.title)")
        return MediaRequest(userInfo: content.userInfo, urlKey: "mediaUrl", digestKey: "mediaDigest")
    }

    override var mediaLoader: any MediaLoading { loader }

    override func didNotLoad(_ error: MediaError, for notification: OpenedNotification) {
        log.add("not loaded: \(error.code)")
        log.add(error)
    }
}

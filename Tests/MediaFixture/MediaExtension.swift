// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension
import UserNotifications

/// An extension that attaches what `mediaUrl` names, from a server of this machine.
final class MediaExtension: SealedNotificationService {
    private let authorities: String

    init(authorities: String) {
        self.authorities = authorities
        super.init()
    }

    override func media(for notification: OpenedNotification, content: UNNotificationContent) -> MediaRequest? {
        MediaRequest(userInfo: content.userInfo, urlKey: "mediaUrl")
    }

    override var mediaLoader: any MediaLoading {
        CurlMediaLoader(authorities: authorities, allowsPrivateAddresses: true)
    }
}

// SPDX-License-Identifier: Apache-2.0

import NotificationHost
import UserNotifications

/// An extension that answers with what it is told to, and keeps what it was given.
final class SpyRunner: ExtensionRunner {
    private(set) var requests: [UNNotificationRequest] = []
    private let answer: ExtensionAnswer

    init(_ answer: ExtensionAnswer) { self.answer = answer }

    /// Answers with a title.
    convenience init(title: String = "changed") {
        let content = UNMutableNotificationContent()
        content.title = title
        self.init(.content(content, afterExpiry: false))
    }

    func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer {
        requests.append(request)
        return answer
    }
}

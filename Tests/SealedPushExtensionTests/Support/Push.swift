// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import UserNotifications

/// Pushes for the device of these tests.
enum Push {
    /// The ordinary one.
    static let door = PushPayload(title: "Door", body: "Front door opened")

    /// What the provider is given for a payload.
    static func sealed(_ payload: PushPayload = door) throws -> SealedPayload {
        try Sealer(signingWith: .mock1).seal(payload, to: Recipient(DeviceKey.Secret.mock1.publicKey))
    }

    /// The same, with the payload as text.
    static func sealed(json: String) throws -> SealedPayload {
        try sealed(PushPayload(json: json.utf8))
    }

    /// What the system hands to an extension; `nil` leaves the field out.
    static func content(_ field: Any?) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.body = "New notification"
        content.userInfo = ["aps": ["alert": ["body": "New notification"], "mutable-content": 1]]
        if let field { content.userInfo["encrypted-content"] = field }
        return content
    }

    static func request(_ content: UNNotificationContent) -> UNNotificationRequest {
        UNNotificationRequest(identifier: "push", content: content, trigger: nil)
    }

    static func request(_ sealed: SealedPayload) -> UNNotificationRequest {
        request(content(sealed.encryptedContent))
    }
}

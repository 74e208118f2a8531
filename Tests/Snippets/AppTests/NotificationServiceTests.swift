// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import Testing
import UserNotifications

nonisolated final class NotificationService: SealedNotificationService {}

struct NotificationServiceTests {
    @Test func door() throws {
        let sealed = try Sealer(signingWith: .mock1).seal(
            PushPayload(title: "Door"),
            to: Recipient(DeviceKey.Secret.mock1.publicKey)
        )
        let shown = ExtensionHarness(InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey)) {
            NotificationService()
        }.deliver(sealed.json)
        #expect(shown.content.title == "Door" && shown.handlerCalls == 1)
    }
}

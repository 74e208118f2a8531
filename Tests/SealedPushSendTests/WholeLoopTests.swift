// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushCore
import SealedPushExtension
import SealedPushStore
import TestSupport
import Testing
import UserNotifications

/// From the sender's command line by way of APNs to what the device shows.
struct WholeLoopTests {
    @Test("Sealed, carried by APNs, opened by the device's extension, shown; and shown once")
    func loop() async throws {
        let sender = try SendFolder()
        let apns = try await TestAPNs.start()
        // The device: its own store, its card to the sender, the sender's card to it.
        let folder = try TemporaryDirectory()
        let store = try SQLiteKeyStore(at: folder.path("store.db"))
        let phone = try store.makeDevice("phone")
        let address = PushAddress(apns: try SendFolder.apns("0a"))
        try sender.store.trust(phone.card(displayName: "My phone", address: address), as: "phone")
        try store.trust(sender.store.card(of: "door"), as: "front door")

        let run = try await sender.process(
            ["--to", "phone", "--title", "Door", "--body", "Front door opened", "--data", "room=hall"]
                + apns.options + apns.credentials
        )
        #expect(run.code == 0, "\(run.error)")

        let request = try #require(try await apns.log().first)
        let payload = try #require(request["body"] as? String)
        #expect(!payload.contains("opened"))
        let id = try #require(request["apns-id"] as? String)
        let host = PushHost(InProcessExtension { Service(Receiver(keys: store, seen: store)) })
        let shown = host.deliver(RemotePush(payload: payload.utf8, identifier: id))
        #expect(shown.origin == .extension)
        #expect(shown.content?.title == "Door")
        #expect(shown.content?.body == "Front door opened")
        #expect(shown.content?.userInfo["room"] as? String == "hall")
        #expect(shown.content?.userInfo["encrypted-content"] == nil)

        // The same bytes once more, as a retry may bring them: the device shows its text no second time.
        let again = host.deliver(RemotePush(payload: payload.utf8, identifier: id))
        #expect(again.content?.body != "Front door opened")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushTesting
import Testing
import UserNotifications

@Suite("The library's own extension in a child process")
struct SealedExtensionTests {
    private func push() throws -> RemotePush {
        let sealed = try Sealer(signingWith: .mock1).seal(
            PushPayload(
                json: #"{"aps":{"alert":{"title":"Door","body":"Opened"},"badge":2,"sound":"default"},"id":7}"#.utf8
            ),
            to: Recipient(DeviceKey.Secret.mock1.publicKey)
        )
        return RemotePush(payload: sealed.json, identifier: sealed.messageID.description)
    }

    @Test("a sealed push is shown in the clear")
    func opens() throws {
        let shown = Fixture.host("sealed").deliver(try push())
        #expect(shown.origin == .extension)
        let content = try #require(shown.content)
        #expect(content.title == "Door")
        #expect(content.body == "Opened")
        #expect(content.badge == 2)
        #expect(content.sound == .default)
        #expect(content.userInfo["id"] as? Int == 7)
        #expect(content.userInfo["encrypted-content"] == nil)
    }

    @Test("one for another device is the placeholder")
    func otherDevice() throws {
        let sealed = try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock2.publicKey))
        let shown = Fixture.host("sealed").deliver(RemotePush(payload: sealed.json, identifier: "push"))
        #expect(shown.origin == .extension)
        #expect(shown.content?.title == "")
        #expect(shown.content?.body == "New notification")
        #expect(shown.content?.userInfo.isEmpty == true)
    }

    @Test(
        "one whose work hangs is answered when its time is up",
        arguments: [("sealed-hangs-making-receiver", ""), ("sealed-hangs-in-hook", "Door")]
    )
    func hangs(behaviour: String, title: String) throws {
        let shown = Fixture.host(behaviour, budget: .seconds(1)).deliver(try push())
        #expect(shown.origin == .extensionAtExpiry)
        #expect(shown.content?.title == title)
        #expect(shown.content?.body == (title.isEmpty ? "New notification" : "Opened"))
    }

    @Test("the largest payload that APNs takes needs no more memory than an extension has")
    func largest() throws {
        let sealer = Sealer(signingWith: .mock1)
        let body = String(repeating: "x", count: 2600)
        let sealed = try sealer.seal(
            PushPayload(title: "T", body: body),
            to: Recipient(DeviceKey.Secret.mock1.publicKey)
        )
        #expect(sealed.json.count <= 4096 && sealed.json.count > 3500)
        let shown = Fixture.host("sealed").deliver(RemotePush(payload: sealed.json, identifier: "push"))
        #expect(shown.content?.body == body)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushSender
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@testable import UserNotificationsExamples

@Suite("The service extensions")
struct ServiceTests {
    private func phone(
        _ make: @escaping @Sendable () -> UNNotificationServiceExtension
    ) async throws -> TestDevice {
        try await TestDevice { $0.serviceExtension = InProcessExtension(make) }
    }

    // rows: S0-56 S3-03 S3-05 S3-08
    @Test("mark what they were given")
    func marking() async throws {
        let phone = try await phone { MarkingService() }
        try await phone.receive(
            #"{"aps":{"alert":{"title":"t","body":"b"},"sound":"default","badge":1,"mutable-content":1}}"#
        )
        #expect(phone.titles == ["t [modified]"])
        #expect(phone.device.badge == 1)
    }

    // rows: S1-04 S1-05 S1-09 S1-11
    @Test(
        "go by the category",
        arguments: [
            ("modify", "t [modified]", "b, modified by the extension"), ("other", "t", "b"), ("media", "t", "b"),
        ]
    )
    func routing(category: String, title: String, body: String) async throws {
        let folder = try TemporaryDirectory()
        let phone = try await phone { RoutingService(pictures: folder.url) }
        try await phone.receive(
            #"{"aps":{"alert":{"title":"t","body":"b"},"mutable-content":1,"category":"\#(category)"}}"#
        )
        #expect(phone.titles == [title])
        #expect(phone.bodies == [body])
        #expect(phone.presenter.presentations.first?.attachments == [])
    }

    // rows: S1-08
    @Test("attach a picture that is on the device, and leave it there")
    func picture() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("cat.png", Pictures.png)
        let phone = try await phone { RoutingService(pictures: folder.url) }
        try await phone.receive(
            #"{"aps":{"alert":"b","mutable-content":1,"category":"media"},"picture":"cat.png"}"#
        )
        let shown = try #require(phone.presenter.presentations.first?.attachments.first)
        #expect(shown.type == "public.png")
        #expect(try Data(contentsOf: URL(fileURLWithPath: shown.path)) == Data(Pictures.png))
        #expect(FileManager.default.fileExists(atPath: folder.path("cat.png")))
    }

    // rows: S0-55 S0-58 S0-59 S3-02
    @Test("open what was sealed, and show the placeholder for what is not for them")
    func sealed() async throws {
        let store = InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey)
        let phone = try await phone { SealedService(receiver: Receiver(keys: store, seen: nil)) }
        let sealer = Sealer(signingWith: .mock1)
        let payload = PushPayload(title: "Door", body: "Front door opened")
        for (name, key) in [("a", DeviceKey.Secret.mock1), ("b", .mock2)] {
            let sealed = try sealer.seal(payload, to: Recipient(key.publicKey))
            try await phone.receive(String(decoding: sealed.json, as: UTF8.self), identifier: name)
        }
        #expect(phone.titles == ["Door", ""])
        #expect(phone.bodies == ["Front door opened", "New notification"])
    }

    // rows: S0-53
    @Test("make a title and a text of the one line that an old server sends")
    func oldPayload() async throws {
        final class Splitting: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                let parts = request.content.body.split(separator: ": ", maxSplits: 1).map(String.init)
                content.title = parts.first ?? ""
                content.body = parts.count > 1 ? parts[1] : ""
                contentHandler(content)
            }
        }
        let phone = try await phone { Splitting() }
        try await phone.receive(#"{"aps":{"alert":"Ada: are you there?","mutable-content":1}}"#)
        #expect(phone.titles == ["Ada"])
        #expect(phone.bodies == ["are you there?"])
    }
}

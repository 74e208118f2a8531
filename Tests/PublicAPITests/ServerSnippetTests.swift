// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushSender
import Testing

/// A server that seals, as the documentation shows it.
struct ServerSnippetTests {
    /// What was handed to the provider.
    private actor Provider {
        private(set) var payloads: [[UInt8]] = []

        func send(_ payload: [UInt8]) { payloads.append(payload) }
    }

    @Test("A server reads its signing key from a file, prepares once and seals to each device")
    func server() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "signer-\(UUID().uuidString).key")
        defer { try? FileManager.default.removeItem(at: file) }
        let signer = try SigningKey.Secret()
        let text = signer.withSecretText { span in span.withUnsafeBytes { Data($0) } }
        #expect(
            FileManager.default.createFile(atPath: file.path, contents: text, attributes: [.posixPermissions: 0o600])
        )
        let devices = try (0..<3).map { _ in try DeviceKey.Secret() }
        let deviceKeys = devices.map(\.publicKey.description)
        let provider = Provider()
        func send(_ payload: [UInt8]) async throws { await provider.send(payload) }

        let sealer = Sealer(signingWith: try SigningKey.Secret(file: file.path))
        let payload = try sealer.prepare(PushPayload(title: "Door", body: "Front door opened"))
        for text in deviceKeys { try await send(payload.seal(to: Recipient(DeviceKey.Public(text: text))).json) }

        let sent = await provider.payloads
        #expect(sent.count == 3)
        for (device, payload) in zip(devices, sent) {
            let store = InMemoryKeyStore(keys: [OpeningKey(device)], trusting: [TrustedSigner(signer.publicKey)])
            let opened = try Opener(keys: store, seen: InMemorySeenIDs()).open(payload: payload)
            #expect(opened.payload.title == "Door" && opened.payload.body == "Front door opened")
            #expect(opened.signer?.key == signer.publicKey)
        }
    }

    @Test("A client that builds the outer payload itself takes one string")
    func oneString() throws {
        let device = try DeviceKey.Secret()
        let sealed = try Sealer.anonymous().seal(PushPayload(title: "Door"), to: Recipient(device.publicKey))
        let aps: [String: Any] = ["alert": ["body": "New notification"], "mutable-content": 1]
        let outer = try JSONSerialization.data(withJSONObject: [
            "aps": aps, "encrypted-content": sealed.encryptedContent,
        ])
        let opener = Opener(keys: InMemoryKeyStore(keys: [OpeningKey(device)]), seen: nil)
        #expect(try opener.open(payload: outer).payload.title == "Door")
        #expect(try opener.open(encryptedContent: sealed.encryptedContent).id == sealed.messageID)
    }

    @Test("Five recipients, one of them no key: four payloads and one named error")
    func oneBadRecipient() throws {
        var texts = try (0..<4).map { _ in try DeviceKey.Secret().publicKey.description }
        texts.insert("sealedpush:device:typo", at: 2)
        let payload = try Sealer.anonymous().prepare(PushPayload(title: "Door"))
        var sealed: [SealedPayload] = []
        var errors: [Int: KeyError] = [:]
        for (index, text) in texts.enumerated() {
            do {
                sealed.append(try payload.seal(to: Recipient(DeviceKey.Public(text: text))))
            } catch let error as KeyError {
                errors[index] = error
            }
        }
        #expect(sealed.count == 4)
        #expect(errors.keys.sorted() == [2])
        #expect(errors[2]?.code == .malformed)
    }
}

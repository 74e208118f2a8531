// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushMQTT
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport

/// A device in a key store of a test's own, and somebody it trusts.
final class DeviceUnderTest: Sendable {
    let folder: TemporaryDirectory
    let store: SQLiteKeyStore
    let topic: MQTTTopic
    let recipient: Recipient
    private let signer: SigningKey.Secret

    /// - Parameter broker: What stands in its card; `nil` for a card without an address.
    init(broker: String?) throws {
        folder = try TemporaryDirectory()
        store = try SQLiteKeyStore(at: folder.path("keys.db"))
        let device = try store.makeDevice("desk")
        signer = try SigningKey.Secret()
        try store.trust(signer.publicKey, as: "door")
        recipient = Recipient(device.publicKey)
        topic = .random()
        guard let broker else { return }
        let address = PushAddress.MQTT(url: broker, topic: topic.name)
        _ = try store.card(of: "desk", displayName: nil, address: PushAddress(mqtt: address))
    }

    /// A sealed push.
    func push(_ title: String, body: String = "Front door opened", signed: Bool = true) throws -> [UInt8] {
        var sealer = signed ? Sealer(signingWith: signer) : Sealer.anonymous()
        sealer.limit = Limits.outerPayload
        return try sealer.seal(PushPayload(title: title, body: body), to: recipient).json
    }

    /// Publishes, and waits until the broker has all of them.
    func publish(_ payloads: [[UInt8]], at url: String) async throws {
        let publisher = try MQTTPublisher(MQTTConfiguration(broker: try MQTTBroker(url: url)))
        let failures = Lock<[MQTTError]>([])
        for payload in payloads {
            try await publisher.submit(payload, to: topic) { result in
                if case .failure(let error) = result { failures.withLock { $0.append(error) } }
            }
        }
        await publisher.close()
        if let failure = failures.withLock({ $0.first }) { throw failure }
    }
}

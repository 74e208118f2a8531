// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushTesting
import TestSupport
import Testing

/// A vector of a single push, and the device it is meant for.
struct PushVector {
    let name: String
    let expect: String
    /// The outer payload.
    let json: [UInt8]
    /// What was sealed, as text.
    let payload: String?
    let receiver: Receiver
    let log = InMemoryFailureLog()

    init(_ vector: Vector, hidesContent: Bool = false) throws {
        name = vector.name
        let members = vector.members
        expect = try #require(members["expect"] as? String)
        if let outer = members["outer"] as? String {
            json = [UInt8](try #require(Data(base64Encoded: outer)))
        } else {
            let payload = try #require(members["payload"])
            json = [UInt8](try JSONSerialization.data(withJSONObject: payload))
        }
        payload = (members["message"] as? [String: Any])?["payload"] as? String
        let keys = try #require(members["keys"] as? [String: Any])
        let device = try DeviceKey.Secret(bytes: Self.secret(keys["deviceSecretKey"]))
        let shared = [keys["sharedKey"]] + ((keys["sharedKeys"] as? [Any])?.map { Optional($0) } ?? [])
        let signer = try SigningKey.Public(bytes: Self.bytes(keys["signerPublicKey"]))
        let store = InMemoryKeyStore(
            keys: try [OpeningKey(device)] + shared.map { OpeningKey(try SharedKey(bytes: Self.secret($0))) },
            trusting: [TrustedSigner(signer)]
        )
        var policy = ReceiverPolicy()
        policy.signature = members["requireSigned"] as? Bool == true ? .required : .notRequired
        policy.hidesContent = hidesContent
        let now = Timestamp(milliseconds: try #require(members["nowMilliseconds"] as? NSNumber).uint64Value)
        var receiver = Receiver(keys: store, seen: InMemorySeenIDs(), failures: log, policy: policy)
        receiver.now = { now }
        self.receiver = receiver
    }

    /// The texts of 16 characters and more that stand in the outer payload after \"encrypted-content\".
    var ciphertexts: [String] {
        let text = String(decoding: json, as: UTF8.self)
        return text.components(separatedBy: "encrypted-content").dropFirst()
            .flatMap { $0.split(separator: "\"") }.map(String.init).filter {
                $0.count >= 16 && $0 != "New notification"
            }
    }

    /// The device's extension.
    var harness: ExtensionHarness { ExtensionHarness(receiver) { SealedNotificationService() } }

    private static func bytes(_ value: Any?) throws -> [UInt8] {
        try #require((value as? String).flatMap(Encoding.base64url))
    }

    private static func secret(_ value: Any?) throws -> SecretBytes { try SecretBytes(bytes(value)) }
}

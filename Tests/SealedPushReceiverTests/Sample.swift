// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Keys and receivers that several tests use; the number in a key is the byte its seed is made of.
enum Sample {
    static let now = Timestamp(milliseconds: 1_780_000_000_000)
    static let day: UInt64 = 24 * 60 * 60 * 1000
    static let payload = PushPayload(title: "Door", body: "Front door opened")

    static func seed(_ byte: UInt8) throws -> SecretBytes { try SecretBytes([UInt8](repeating: byte, count: 32)) }

    static func device(_ byte: UInt8 = 1) throws -> DeviceKey.Secret { try DeviceKey.Secret(bytes: seed(byte)) }

    static func shared(_ byte: UInt8 = 2) throws -> SharedKey { try SharedKey(bytes: seed(byte)) }

    static func signer(_ byte: UInt8 = 3) throws -> SigningKey.Secret { try SigningKey.Secret(bytes: seed(byte)) }

    static func recipient(_ mode: EnvelopeMode) throws -> Recipient {
        switch mode {
        case .device: Recipient(try device().publicKey)
        case .shared: Recipient(try shared())
        }
    }

    /// Two shared keys with one key id.
    static func collidingKeys() throws -> [SharedKey] {
        let file = TestFiles.tests.appending(path: "Vectors/envelope/ok-key-id-shared-by-two-1.json")
        let keys = try #require(Vector(file).members["keys"] as? [String: Any])
        return try #require(keys["sharedKeys"] as? [String]).map { text in
            try SharedKey(bytes: SecretBytes(#require(Encoding.base64url(text))))
        }
    }

    /// A store with a device key and a shared key, which trusts one signer unless told otherwise.
    static func store(trusting: Bool = true) throws -> InMemoryKeyStore {
        InMemoryKeyStore(
            keys: [OpeningKey(try device(), name: "phone"), OpeningKey(try shared(), name: "family")],
            trusting: trusting ? [TrustedSigner(try signer().publicKey, name: "door")] : []
        )
    }

    static func opener(
        _ store: any KeyStore,
        seen: (any SeenIDs)? = nil,
        policy: ReceiverPolicy = ReceiverPolicy(),
        at milliseconds: UInt64 = now.milliseconds
    ) -> Opener {
        Opener(keys: store, seen: seen, policy: policy, now: { Timestamp(milliseconds: milliseconds) })
    }
}

/// A push whose every part can be made wrong; by default a good one, signed by the trusted signer.
struct RawPush {
    var mode = EnvelopeMode.device
    var sentAt = Sample.now.milliseconds
    var timeToLive: UInt32 = 0
    var id = MessageID()
    var payload = [UInt8](#"{"aps":{"alert":"x"}}"#.utf8)
    var signer: SigningKey.Secret?
    /// What it is sealed to, and what the signature names.
    var recipient: Recipient

    init(_ mode: EnvelopeMode = .device) throws {
        self.mode = mode
        recipient = try Sample.recipient(mode)
        signer = try Sample.signer()
    }

    func changed(_ change: (inout RawPush) throws -> Void) rethrows -> RawPush {
        var copy = self
        try change(&copy)
        return copy
    }

    /// The inner part before padding.
    var body: [UInt8] {
        let message = Message(
            id: id,
            sentAt: Timestamp(milliseconds: sentAt),
            timeToLive: timeToLive,
            payload: payload
        )
        return Inner.body(message, for: recipient.fingerprint, signedBy: signer)
    }

    /// The envelope around any inner part, by default the padded body.
    func envelope(inner: [UInt8]? = nil) throws -> [UInt8] {
        let inner = inner ?? body + [0x80]
        switch recipient.key {
        case .device(let key):
            return Envelope.header(mode: .device, keyID: key.id) + (try #require(SealedBox.seal(inner, to: key)))
        case .shared(let key):
            let nonce = Sodium.randomBytes(AEAD.nonceLength)
            let header = Envelope.header(mode: .shared, keyID: key.id, nonce: nonce)
            return header + AEAD.seal(inner, authenticating: header, nonce: nonce, using: key.secretBytes)
        }
    }

    func text(inner: [UInt8]? = nil) throws -> String { Encoding.base64url(try envelope(inner: inner)) }
}

extension Opener {
    /// The reason why a push is not opened; `nil` where it is.
    func reason(_ text: String?) -> OpenFailure.Reason? {
        do throws(OpenFailure) {
            _ = try open(encryptedContent: text)
            return nil
        } catch {
            return error.reason
        }
    }

    func reason(payload: some Sequence<UInt8>) -> OpenFailure.Reason? {
        do throws(OpenFailure) {
            _ = try open(payload: payload)
            return nil
        } catch {
            return error.reason
        }
    }
}

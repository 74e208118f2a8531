// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import Testing

/// Keys, senders and receivers that several tests use; the number in a key is the byte its seed is made of.
enum Sample {
    static let now = Timestamp(milliseconds: 1_780_000_000_000)

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

    static func sealer(signed: Bool = false, padding: Sealer.Padding = .bucket) throws -> Sealer {
        var sealer = signed ? Sealer(signingWith: try signer()) : .anonymous()
        sealer.padding = padding
        sealer.now = { now }
        return sealer
    }

    static func payload(_ json: String) throws -> PushPayload { try PushPayload(json: json.utf8) }

    /// What a receiver with these keys, or with those above, makes of a sealed payload.
    static func open(_ sealed: SealedPayload, with keys: [OpeningKey]? = nil) throws -> OpenedNotification {
        let all = try keys ?? [OpeningKey(device()), OpeningKey(shared())]
        let store = InMemoryKeyStore(keys: all, trusting: [TrustedSigner(try signer().publicKey)])
        var policy = ReceiverPolicy()
        policy.signature = .notRequired
        return try Opener(keys: store, seen: nil, policy: policy, now: { now }).open(payload: sealed.json)
    }

    static func innerLength(_ sealed: SealedPayload) throws -> Int {
        try Envelope(text: [UInt8](sealed.encryptedContent.utf8)).innerLength
    }
}

extension SealedPayload {
    var text: String { String(decoding: json, as: UTF8.self) }
}

/// One way to seal: for tests that go through all of them.
struct Way: Sendable, CustomStringConvertible {
    let mode: EnvelopeMode
    let signed: Bool
    let padding: Sealer.Padding

    static let all = EnvelopeMode.allCases.flatMap { mode in
        [false, true].flatMap { signed in
            Sealer.Padding.allCases.map { Way(mode: mode, signed: signed, padding: $0) }
        }
    }

    /// The ways that hide no length.
    static let unpadded = all.filter { $0.padding == .none }

    var description: String { "\(mode), \(signed ? "signed" : "unsigned"), padding \(padding)" }

    func sealer() throws -> Sealer { try Sample.sealer(signed: signed, padding: padding) }

    func recipient() throws -> Recipient { try Sample.recipient(mode) }
}

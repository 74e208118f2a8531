// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// The inner part of an envelope, after it was opened.
struct InnerTests {
    private static func message() throws -> Message {
        let id = try #require(MessageID(bytes: [UInt8](repeating: 5, count: 16)))
        return Message(
            id: id,
            sentAt: Timestamp(milliseconds: 1),
            timeToLive: 2,
            payload: [0x7b, 0x7d]
        )
    }

    private static func recipient() throws -> Fingerprint {
        try DeviceKey.Secret(bytes: Sample.seed(1)).fingerprint
    }

    @Test("An unsigned body is a zero byte and the message")
    func unsigned() throws {
        let message = try Self.message()
        let body = try Inner.body(message, for: Self.recipient(), signedBy: nil)
        #expect(body == [0] + message.bytes)
        let inner = try #require(Inner(padded: body + [0x80]))
        #expect(inner.signature == nil)
        #expect(inner.messageBytes == message.bytes)
        #expect(inner.message.payload == message.payload)
        #expect(
            try !inner.isSigned(
                by: SigningKey.Secret(bytes: Sample.seed(2)).publicKey,
                for: Self.recipient()
            )
        )
    }

    @Test("A signature is over the label, the recipient's fingerprint and the message")
    func signed() throws {
        let key = try SigningKey.Secret(bytes: Sample.seed(2))
        let message = try Self.message()
        let recipient = try Self.recipient()
        let body = Inner.body(message, for: recipient, signedBy: key)
        #expect(body.count == 1 + 8 + 64 + message.bytes.count)
        #expect(body[0] == 1)
        #expect([UInt8](body[1..<9]) == key.id.value.bigEndianBytes)
        let signedText = [UInt8]("SealedPush v1 signature".utf8) + recipient.bytes + message.bytes
        #expect(Ed25519.verify(body[9..<73], of: signedText, by: key.publicKey.bytes))
        let inner = try #require(Inner(padded: body + [0x80, 0, 0]))
        #expect(inner.signature?.keyID == key.id)
        #expect(inner.isSigned(by: key.publicKey, for: recipient))
        #expect(
            try !inner.isSigned(
                by: key.publicKey,
                for: DeviceKey.Secret(bytes: Sample.seed(9)).fingerprint
            )
        )
        #expect(
            try !inner.isSigned(by: SigningKey.Secret(bytes: Sample.seed(3)).publicKey, for: recipient)
        )
    }

    @Test("Nothing that is cut short or of another kind is read, however short")
    func refused() throws {
        let key = try SigningKey.Secret(bytes: Sample.seed(2))
        let signed = try Inner.body(Self.message(), for: Self.recipient(), signedBy: key)
        let unsigned = try Inner.body(Self.message(), for: Self.recipient(), signedBy: nil)
        #expect(Inner(padded: []) == nil)
        #expect(Inner(padded: [0x80]) == nil, "no body at all")
        for kind in UInt8(2)...255 {
            #expect(Inner(padded: [kind] + unsigned.dropFirst() + [0x80]) == nil)
        }
        for count in 1..<(1 + 28) { #expect(Inner(padded: unsigned.prefix(count) + [0x80]) == nil) }
        for count in 1..<(73 + 28) { #expect(Inner(padded: signed.prefix(count) + [0x80]) == nil) }
        #expect(Inner(padded: unsigned) == nil, "no padding")
        #expect(Inner(padded: unsigned + [0x80, 0, 1]) == nil, "wrong padding")
        #expect(Inner(padded: [UInt8](repeating: 0, count: 256)) == nil)
    }
}

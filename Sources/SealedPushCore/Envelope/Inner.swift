// SPDX-License-Identifier: Apache-2.0

/// The inner part of an envelope: a message, signed or not, and its padding (`EnvelopeFormat`, "The inner part").
package struct Inner: Sendable {
    /// Byte 0 of the body.
    private enum BodyKind: UInt8 {
        case unsigned = 0
        case signed = 1
    }

    /// Kind (1), signing key id (8), signature (64).
    package static let signedLength = 1 + 8 + Ed25519.signatureLength
    /// Kind (1).
    package static let unsignedLength = 1

    /// Who says to have signed, and the signature.
    package struct Signature: Sendable {
        package let keyID: KeyID
        package let bytes: ArraySlice<UInt8>
    }

    package let signature: Signature?
    package let message: Message
    /// The bytes the signature is over.
    package let messageBytes: [UInt8]

    /// Reads what was opened; `nil` for whatever is wrong with it.
    package init?(padded: [UInt8]) {
        guard let length = ISO7816Padding.unpaddedLength(padded), length > 0, let kind = BodyKind(rawValue: padded[0])
        else {
            return nil
        }
        let messageStart: Int
        switch kind {
        case .unsigned:
            signature = nil
            messageStart = Self.unsignedLength
        case .signed:
            guard length >= Self.signedLength else { return nil }
            signature = Signature(
                keyID: KeyID(UInt64(bigEndianBytes: padded[1..<9])),
                bytes: padded[9..<Self.signedLength]
            )
            messageStart = Self.signedLength
        }
        messageBytes = [UInt8](padded[messageStart..<length])
        guard let message = Message(messageBytes[...]) else { return nil }
        self.message = message
    }

    /// The body of a message for one recipient, signed where there is a key, before padding.
    package static func body(_ message: Message, for recipient: Fingerprint, signedBy key: SigningKey.Secret?)
        -> [UInt8]
    {
        let bytes = message.bytes
        guard let key else { return [BodyKind.unsigned.rawValue] + bytes }
        return [BodyKind.signed.rawValue] + key.id.value.bigEndianBytes + key.sign([recipient.bytes, bytes]) + bytes
    }

    /// Whether the signature is `key`'s, over this message to this recipient.
    package func isSigned(by key: SigningKey.Public, for recipient: Fingerprint) -> Bool {
        guard let signature else { return false }
        return key.verifies(signature.bytes, over: [recipient.bytes, messageBytes])
    }
}

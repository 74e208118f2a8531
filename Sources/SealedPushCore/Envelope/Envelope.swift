// SPDX-License-Identifier: Apache-2.0

/// The bytes in `encrypted-content`, taken apart as far as anyone can without a key (`EnvelopeFormat`, "The envelope").
package struct Envelope: Sendable {
    /// The member of the outer payload that holds the envelope.
    package static let fieldName = "encrypted-content"
    /// Byte 0.
    package static let version: UInt8 = 1

    package let mode: EnvelopeMode
    package let keyID: KeyID
    /// The whole envelope.
    package let bytes: [UInt8]

    /// The bytes before the sealed part, which a shared-key seal authenticates.
    package var header: [UInt8] { [UInt8](bytes[..<mode.headerLength]) }
    /// The sealed part.
    package var sealed: ArraySlice<UInt8> { bytes[mode.headerLength...] }
    /// The nonce of a shared-key seal; empty for a device's.
    package var nonce: [UInt8] { [UInt8](bytes[10..<mode.headerLength]) }

    /// How long the inner part is, padding included.
    package var innerLength: Int { bytes.count - mode.overhead }

    /// Step 2 of the reader: strict text, version, mode, length.
    package init(text: [UInt8]) throws(EnvelopeError) {
        guard text.count <= Limits.encryptedContent else {
            throw .malformed("encrypted-content has \(text.count) characters, the most is \(Limits.encryptedContent)")
        }
        guard !text.isEmpty else { throw .malformed("encrypted-content is empty") }
        guard let bytes = Base64URL.decode(text) else {
            throw .malformed("encrypted-content \(Base64URL.problem(with: text))")
        }
        guard bytes[0] == Self.version else {
            throw .unsupportedVersion(
                "envelope of version \(bytes[0])\(Self.encodedTwice(bytes)), this program reads 1"
            )
        }
        guard bytes.count > 1 else { throw .malformed("envelope of one byte, cut after its version") }
        guard let mode = EnvelopeMode(rawValue: bytes[1]) else {
            throw .unsupportedVersion("envelope of mode \(bytes[1]), this program reads 1 and 2")
        }
        guard bytes.count >= mode.minimumLength else {
            throw .malformed("envelope of \(bytes.count) bytes, the shortest for a \(mode) has \(mode.minimumLength)")
        }
        self.mode = mode
        self.bytes = bytes
        keyID = KeyID(UInt64(bigEndianBytes: bytes[2..<10]))
    }

    /// A hint for `inspect`: text inside the text is the commonest way to get version 65, the letter A.
    private static func encodedTwice(_ bytes: [UInt8]) -> String {
        guard let inner = Base64URL.decode(bytes), inner.first == version else { return "" }
        return " (it looks encoded twice)"
    }
}

extension Envelope {
    /// Step 1 of the reader: the member of an outer payload, `nil` where there is none.
    ///
    /// - Throws: `malformed` when the payload is over 65,536 bytes, not JSON by the strict rules (two members of one name
    ///   among them), or when the member is not a string.
    package static func field(inOuterPayload bytes: [UInt8]) throws(EnvelopeError) -> [UInt8]? {
        guard bytes.count <= Limits.outerPayload else {
            throw .malformed("payload of more than \(Limits.outerPayload) bytes")
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes)
        } catch {
            throw .malformed("payload is not JSON as this format allows it: \(error)")
        }
        guard let field = document.root[fieldName] else { return nil }
        guard let text = field.stringBytes else {
            throw .malformed("encrypted-content is \(field.kindName), expected a string")
        }
        return text
    }

    /// The header of a new envelope.
    package static func header(mode: EnvelopeMode, keyID: KeyID, nonce: [UInt8] = []) -> [UInt8] {
        [version, mode.rawValue] + keyID.value.bigEndianBytes + nonce
    }
}

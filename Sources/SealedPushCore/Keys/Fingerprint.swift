// SPDX-License-Identifier: Apache-2.0

/// The full name of a key: 32 bytes of keyed BLAKE2b over its kind and its public part.
///
/// Stores index by it; the shorter `KeyID` is a hint (`EnvelopeFormat`, "Keys, fingerprints and key ids").
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes the 32 bytes of a fingerprint that was computed elsewhere; `nil` for any other number.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = [UInt8](bytes)
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// - Parameter key: the public key; a shared key itself.
    init(kind: KeyKind, key: [UInt8]) {
        var input = [kind.fingerprintByte]
        input.reserveCapacity(1 + key.count)
        input += key
        // A shared key is hashed itself, so the input is wiped whatever it was.
        defer { Sodium.wipe(&input) }
        bytes = GenericHash.hash(input, label: .keyID, length: 32)
    }

    /// Its first 8 bytes.
    public var id: KeyID { KeyID(UInt64(bigEndianBytes: bytes[..<8])) }

    /// 64 hex digits.
    public var description: String { Hex.string(bytes) }
}

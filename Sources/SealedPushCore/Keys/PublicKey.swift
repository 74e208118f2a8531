// SPDX-License-Identifier: Apache-2.0

/// What the three public keys have in common: 32 bytes, a text, a fingerprint.
public protocol PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The KIND in its text.
    static var kind: KeyKind { get }

    /// The 32 bytes.
    var bytes: [UInt8] { get }

    /// The full name of the key.
    var fingerprint: Fingerprint { get }

    /// Checks 32 bytes and takes them.
    ///
    /// - Throws: `KeyError.malformed` for another number of bytes, `unusableKey` for a key that the checks of `KeysAndCards`,
    ///   "Key text", refuse.
    init(bytes: some Sequence<UInt8>) throws(KeyError)
}

extension PublicKey {
    /// Reads key text of this KIND and no other.
    ///
    /// - Throws: `KeyError.malformed`, `wrongKind` or `unusableKey`.
    public init(text: some StringProtocol) throws(KeyError) {
        try self.init(bytes: KeyText.decode(text.utf8, as: Self.kind))
    }

    /// The first 8 bytes of the fingerprint.
    public var id: KeyID { fingerprint.id }

    /// The number to compare with the other side.
    public var verifyNumber: VerifyNumber { VerifyNumber(of: fingerprint) }

    /// The key text, `sealedpush:KIND:…`.
    public var description: String { KeyText.string(bytes, kind: Self.kind) }

    /// The 32 bytes, or an error that says how many there were.
    static func thirtyTwo(_ bytes: some Sequence<UInt8>) throws(KeyError) -> [UInt8] {
        let bytes = [UInt8](bytes)
        guard bytes.count == KeyText.keyLength else {
            throw KeyError(.malformed, "\(kind) key of \(bytes.count) bytes, expected \(KeyText.keyLength)")
        }
        return bytes
    }
}

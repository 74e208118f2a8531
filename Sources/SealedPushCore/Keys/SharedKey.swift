// SPDX-License-Identifier: Apache-2.0

/// A key (XChaCha20-Poly1305) that every member of a group holds: 32 bytes, `sealedpush:shared-secret:…`.
///
/// Every holder reads; unsigned, every holder writes.
public struct SharedKey: SecretKey {
    /// `shared-secret`.
    public static let kind = KeyKind.sharedSecret
    /// The 32 secret bytes.
    public let secretBytes: SecretBytes
    /// The full name of the key, which gives nothing of it away.
    public let fingerprint: Fingerprint

    /// Makes a new key.
    ///
    /// - Throws: `KeyError.notEnoughMemory`.
    public init() throws(KeyError) {
        var bytes = Sodium.randomBytes(AEAD.keyLength)
        defer { Sodium.wipe(&bytes) }
        try self.init(bytes: SecretBytes(bytes))
    }

    /// Takes the 32 secret bytes.
    ///
    /// - Throws: `KeyError.malformed` for another number of bytes.
    public init(bytes: SecretBytes) throws(KeyError) {
        try Self.requireKeyLength(bytes)
        secretBytes = bytes
        fingerprint = bytes.withCopy { Fingerprint(kind: .sharedSecret, key: $0) }
    }
}

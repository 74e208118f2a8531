// SPDX-License-Identifier: Apache-2.0

/// What the four secret keys have in common: made, read from text or a file, and written through one named door.
public protocol SecretKey: Sendable {
    /// The KIND in its text.
    static var kind: KeyKind { get }

    /// Makes a new key from the system's randomness.
    ///
    /// - Throws: `KeyError.notEnoughMemory`.
    init() throws(KeyError)

    /// Takes the 32 secret bytes.
    ///
    /// - Throws: `KeyError.malformed` for another number of bytes, `notEnoughMemory`.
    init(bytes: SecretBytes) throws(KeyError)

    /// The full name of the key: that of its public twin, where it has one.
    var fingerprint: Fingerprint { get }

    /// The 32 secret bytes, as they stand in its text.
    var secretBytes: SecretBytes { get }
}

extension SecretKey {
    /// Reads key text of this KIND and no other.
    ///
    /// A `String` cannot be wiped; prefer `init(file:)`.
    /// - Throws: `KeyError.malformed`, `wrongKind` or `notEnoughMemory`.
    public init(text: some StringProtocol) throws(KeyError) {
        try self.init(encoded: text.utf8)
    }

    /// Reads the one key of this KIND in a key file.
    ///
    /// - Throws: `KeyError.file`, `exposedFile` when everyone may read it, `malformed`, `wrongKind` when it holds other
    ///   keys only, or when it holds several of this KIND.
    public init(file path: String) throws(KeyError) {
        self = try KeyFile(path: path).onlyKey(of: Self.self, path: path)
    }

    init(encoded text: some Collection<UInt8>) throws(KeyError) {
        var key = try KeyText.decode(text, as: Self.kind)
        defer { Sodium.wipe(&key) }
        try self.init(bytes: SecretBytes(key))
    }

    /// The first 8 bytes of the fingerprint.
    public var id: KeyID { fingerprint.id }

    /// The secret key text, for writing a key file and nothing else; the bytes are wiped when the closure returns.
    public func withSecretText<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var text = secretBytes.withCopy { KeyText.encode($0, kind: Self.kind) }
        defer { Sodium.wipe(&text) }
        return unsafe try body(text.span.bytes)
    }

    static func requireKeyLength(_ bytes: SecretBytes) throws(KeyError) {
        guard bytes.count == KeyText.keyLength else {
            throw KeyError(.malformed, "\(kind) key of \(bytes.count) bytes, expected \(KeyText.keyLength)")
        }
    }
}

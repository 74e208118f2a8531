// SPDX-License-Identifier: Apache-2.0

/// The key pair (Ed25519) that signs cards and nothing else.
public enum Identity {
    /// The half that others verify with: 32 bytes, `sealedpush:identity:…`.
    public struct Public: PublicKey {
        /// `identity`.
        public static let kind = KeyKind.identity
        /// The 32 bytes.
        public let bytes: [UInt8]
        /// The full name of the key.
        public let fingerprint: Fingerprint

        /// Checks 32 bytes: a point in the prime-order group, and not of small order.
        ///
        /// - Throws: `KeyError.malformed` or `unusableKey`.
        public init(bytes: some Sequence<UInt8>) throws(KeyError) {
            self.init(trusted: try EdwardsKeyPair.checked(bytes, for: Self.self))
        }

        fileprivate init(trusted bytes: [UInt8]) {
            self.bytes = bytes
            fingerprint = Fingerprint(kind: .identity, key: bytes)
        }

        /// Whether `signature` (64 bytes) over `label` and `parts`, joined, is this key's.
        package func verifies(_ signature: some Collection<UInt8>, over parts: [[UInt8]]) -> Bool {
            Ed25519.verify(signature, of: Label.card.bytes + parts.flatMap { $0 }, by: bytes)
        }
    }

    /// The half that signs: a seed of 32 bytes, `sealedpush:identity-secret:…`.
    public struct Secret: SecretKey {
        /// `identity-secret`.
        public static let kind = KeyKind.identitySecret
        /// The half to hand to others.
        public let publicKey: Public
        private let pair: EdwardsKeyPair
        /// The seed, 32 bytes.
        public let secretBytes: SecretBytes

        /// Makes a new key pair.
        ///
        /// - Throws: `KeyError.notEnoughMemory`.
        public init() throws(KeyError) {
            let pair = try EdwardsKeyPair()
            try self.init(pair: pair, seed: pair.seed())
        }

        /// Takes the seed, 32 bytes.
        ///
        /// - Throws: `KeyError.malformed` for another number of bytes, `notEnoughMemory`.
        public init(bytes: SecretBytes) throws(KeyError) {
            try Self.requireKeyLength(bytes)
            try self.init(pair: EdwardsKeyPair(seed: bytes), seed: bytes)
        }

        private init(pair: EdwardsKeyPair, seed: SecretBytes) throws(KeyError) {
            self.pair = pair
            secretBytes = seed
            publicKey = Public(trusted: pair.publicKey)
        }

        /// The full name of the key pair.
        public var fingerprint: Fingerprint { publicKey.fingerprint }

        /// Signs `label` and `parts`, joined: 64 bytes.
        package func sign(_ parts: [[UInt8]]) -> [UInt8] {
            pair.sign(Label.card.bytes + parts.flatMap { $0 })
        }
    }
}

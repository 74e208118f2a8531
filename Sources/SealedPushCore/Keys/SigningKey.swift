// SPDX-License-Identifier: Apache-2.0

/// The key pair (Ed25519) that signs messages and nothing else.
public enum SigningKey {
    /// The half that others verify with: 32 bytes, `sealedpush:signer:…`.
    public struct Public: PublicKey {
        /// `signer`.
        public static let kind = KeyKind.signer
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
            fingerprint = Fingerprint(kind: .signer, key: bytes)
        }

        /// Whether `signature` (64 bytes) over `label` and `parts`, joined, is this key's.
        package func verifies(_ signature: some Collection<UInt8>, over parts: [[UInt8]]) -> Bool {
            Ed25519.verify(signature, of: Label.signature.bytes + parts.flatMap { $0 }, by: bytes)
        }
    }

    /// The half that signs: a seed of 32 bytes, `sealedpush:signer-secret:…`.
    public struct Secret: SecretKey {
        /// `signer-secret`.
        public static let kind = KeyKind.signerSecret
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
            pair.sign(Label.signature.bytes + parts.flatMap { $0 })
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The key pair (X25519) that pushes to one device are sealed with.
public enum DeviceKey {
    /// The half that senders have: 32 bytes, `sealedpush:device:…`.
    public struct Public: PublicKey {
        /// `device`.
        public static let kind = KeyKind.device
        /// The 32 bytes.
        public let bytes: [UInt8]
        /// The full name of the key.
        public let fingerprint: Fingerprint

        /// Checks 32 bytes: a number below 2^255 − 19 that is not of small order.
        ///
        /// - Throws: `KeyError.malformed` or `unusableKey`.
        public init(bytes: some Sequence<UInt8>) throws(KeyError) {
            let bytes = try Self.thirtyTwo(bytes)
            guard X25519.isUsable(bytes) else {
                throw KeyError(.unusableKey, "device key that nothing can be sealed to: ask for a new one")
            }
            self.init(trusted: bytes)
        }

        fileprivate init(trusted bytes: [UInt8]) {
            self.bytes = bytes
            fingerprint = Fingerprint(kind: .device, key: bytes)
        }
    }

    /// The half that stays on the device: 32 bytes, `sealedpush:device-secret:…`.
    public struct Secret: SecretKey {
        /// `device-secret`.
        public static let kind = KeyKind.deviceSecret
        /// The half to hand to senders.
        public let publicKey: Public
        let secret: SecretBytes

        /// Makes a new key pair.
        ///
        /// - Throws: `KeyError.notEnoughMemory`.
        public init() throws(KeyError) {
            let pair = try X25519.keyPair()
            secret = pair.secretKey
            publicKey = Public(trusted: pair.publicKey)
        }

        /// Takes the 32 secret bytes.
        ///
        /// - Throws: `KeyError.malformed` for another number of bytes.
        public init(bytes: SecretBytes) throws(KeyError) {
            try Self.requireKeyLength(bytes)
            secret = bytes
            // Clamping makes the scalar a multiple of 8 that is not zero, so the result is always a usable key.
            publicKey = Public(trusted: X25519.publicKey(of: bytes))
        }

        /// The full name of the key pair.
        public var fingerprint: Fingerprint { publicKey.fingerprint }
        /// The 32 secret bytes.
        public var secretBytes: SecretBytes { secret }
    }
}

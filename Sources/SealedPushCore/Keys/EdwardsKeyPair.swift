// SPDX-License-Identifier: Apache-2.0

/// What a signing key and an identity share: an Ed25519 key pair made from a seed.
///
/// The two are types of their own on purpose; neither is ever taken for the other.
struct EdwardsKeyPair: Sendable {
    let publicKey: [UInt8]
    /// libsodium's form: the seed, then the public key.
    private let secretKey: SecretBytes

    init(seed: SecretBytes? = nil) throws(KeyError) {
        (publicKey, secretKey) = try Ed25519.keyPair(seed: seed)
    }

    /// The 32 bytes that the text carries; a copy, in guarded memory of its own.
    func seed() throws(KeyError) -> SecretBytes {
        try secretKey.prefix(Ed25519.seedLength)
    }

    func sign(_ message: [UInt8]) -> [UInt8] { Ed25519.sign(message, with: secretKey) }

    static func checked<Key: PublicKey>(_ bytes: some Sequence<UInt8>, for key: Key.Type) throws(KeyError) -> [UInt8] {
        let bytes = try Key.thirtyTwo(bytes)
        guard Ed25519.isUsable(bytes) else {
            throw KeyError(.unusableKey, "\(Key.kind) key that can verify nothing: ask for a new one")
        }
        return bytes
    }
}

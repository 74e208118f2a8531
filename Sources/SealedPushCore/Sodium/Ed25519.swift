// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// Ed25519 signatures beside their message: `crypto_sign_detached`.
package enum Ed25519 {
    package static let signatureLength = 64
    static let seedLength = 32
    /// libsodium's form of a secret key: the seed, then the public key.
    static let secretKeyLength = 64
    static let publicKeyLength = 32

    /// The key pair of a seed, or of a fresh one.
    static func keyPair(seed: SecretBytes?) throws(KeyError) -> (publicKey: [UInt8], secretKey: SecretBytes) {
        Sodium.start()
        var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
        let secretKey = unsafe try SecretBytes(capacity: secretKeyLength) { output in
            // Neither call fails for sizes that fit, and they are fixed here.
            if let seed {
                _ = unsafe seed.withPointer { unsafe crypto_sign_seed_keypair(&publicKey, output, $0) }
            } else {
                _ = unsafe crypto_sign_keypair(&publicKey, output)
            }
            return secretKeyLength
        }
        return (publicKey, secretKey)
    }

    static func sign(_ message: [UInt8], with secretKey: SecretBytes) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: signatureLength)
        // Signing has no way to fail: its status is 0 always.
        _ = unsafe secretKey.withPointer { secret in
            unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        }
        return signature
    }

    /// Pure Ed25519, cofactorless; S must be below the group order, small-order and non-canonical points are refused.
    static func verify(_ signature: some Collection<UInt8>, of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        let signature = [UInt8](signature)
        return unsafe Sodium.succeeded(
            crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey)
        )
    }

    /// Whether the bytes are a point of the prime-order group, other than the few small ones.
    static func isUsable(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == publicKeyLength else { return false }
        Sodium.start()
        var converted = [UInt8](repeating: 0, count: X25519.keyLength)
        return unsafe Sodium.succeeded(crypto_sign_ed25519_pk_to_curve25519(&converted, publicKey))
    }
}

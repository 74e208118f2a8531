// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// XChaCha20-Poly1305 with additional data: `crypto_aead_xchacha20poly1305_ietf`.
package enum AEAD {
    package static let keyLength = 32
    /// Long enough to be drawn at random for every message.
    package static let nonceLength = 24
    /// What sealing adds to a message, the nonce not counted.
    package static let overhead = 16

    package static func seal(
        _ message: [UInt8],
        authenticating additional: [UInt8],
        nonce: [UInt8],
        using key: SecretBytes
    ) -> [UInt8] {
        Sodium.start()
        precondition(nonce.count == nonceLength && key.count == keyLength, "sizes fixed by the callers' types")
        var sealed = [UInt8](repeating: 0, count: message.count + overhead)
        // This call has no way to fail: its status is 0 always.
        _ = unsafe key.withPointer { secret in
            unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed,
                nil,
                message,
                UInt64(message.count),
                additional,
                UInt64(additional.count),
                nil,
                nonce,
                secret
            )
        }
        return sealed
    }

    /// The message, or `nil` for every failure there is.
    package static func open(
        _ sealed: [UInt8],
        authenticating additional: [UInt8],
        nonce: [UInt8],
        using key: SecretBytes
    ) -> [UInt8]? {
        guard sealed.count >= overhead, nonce.count == nonceLength, key.count == keyLength else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - overhead)
        let status = unsafe key.withPointer { secret in
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                &message,
                nil,
                nil,
                sealed,
                UInt64(sealed.count),
                additional,
                UInt64(additional.count),
                nonce,
                secret
            )
        }
        return Sodium.succeeded(status) ? message : nil
    }
}

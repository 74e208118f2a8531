// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// Sealing to an X25519 public key with a fresh ephemeral key each time: `crypto_box_seal`.
package enum SealedBox {
    /// What sealing adds: the ephemeral public key (32) and the tag (16).
    package static let overhead = 48

    /// Seals `message`; `nil` when the key is one that no shared secret can be made with.
    package static func seal(_ message: [UInt8], to key: DeviceKey.Public) -> [UInt8]? {
        Sodium.start()
        var sealed = [UInt8](repeating: 0, count: message.count + overhead)
        let status = unsafe crypto_box_seal(&sealed, message, UInt64(message.count), key.bytes)
        return Sodium.succeeded(status) ? sealed : nil
    }

    /// Opens what was sealed to `key`; `nil` for every failure there is.
    package static func open(_ sealed: [UInt8], with key: DeviceKey.Secret) -> [UInt8]? {
        guard sealed.count >= overhead else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - overhead)
        let publicKey = key.publicKey.bytes
        let status = unsafe key.secretBytes.withPointer { secret in
            unsafe crypto_box_seal_open(&message, sealed, UInt64(sealed.count), publicKey, secret)
        }
        return Sodium.succeeded(status) ? message : nil
    }
}

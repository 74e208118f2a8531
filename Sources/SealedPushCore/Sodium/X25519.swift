// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// Key pairs for sealing to a device: `crypto_box_keypair`, and the checks on a public key.
enum X25519 {
    static let keyLength = 32

    static func keyPair() throws(KeyError) -> (publicKey: [UInt8], secretKey: SecretBytes) {
        Sodium.start()
        var publicKey = [UInt8](repeating: 0, count: keyLength)
        let secretKey = unsafe try SecretBytes(capacity: keyLength) { output in
            // Fails for no input: the status is 0 always.
            _ = unsafe crypto_box_keypair(&publicKey, output)
            return keyLength
        }
        return (publicKey, secretKey)
    }

    static func publicKey(of secretKey: SecretBytes) -> [UInt8] {
        Sodium.start()
        var publicKey = [UInt8](repeating: 0, count: keyLength)
        // Fails for no input: the status is 0 always.
        _ = unsafe secretKey.withPointer { unsafe crypto_scalarmult_base(&publicKey, $0) }
        return publicKey
    }

    /// Whether a shared secret can be made with the key: a number below 2^255 − 19 that is not of small order.
    static func isUsable(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == keyLength, isBelowPrime(publicKey) else { return false }
        Sodium.start()
        // Any scalar serves: clamping makes it a multiple of 8, so a small-order point gives the all-zero result, which
        // libsodium reports.
        let scalar = [UInt8](repeating: 1, count: keyLength)
        var product = [UInt8](repeating: 0, count: keyLength)
        return unsafe Sodium.succeeded(crypto_scalarmult(&product, scalar, publicKey))
    }

    /// Little-endian: 2^255 − 19 is `ed`, thirty times `ff`, `7f`.
    ///
    /// A key is public, so this may take any time it likes.
    private static func isBelowPrime(_ key: [UInt8]) -> Bool {
        guard key[31] <= 0x7f else { return false }
        guard key[31] == 0x7f, key[1..<31].allSatisfy({ $0 == 0xff }) else { return true }
        return key[0] < 0xed
    }
}

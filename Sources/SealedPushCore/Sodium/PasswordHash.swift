// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// Argon2id, for exports under a passphrase: `crypto_pwhash`.
enum PasswordHash {
    static let saltLength = 16

    /// The wrapping key; `nil` when the memory could not be had, which is the one way this fails.
    static func wrappingKey(
        passphrase: SecretBytes,
        salt: [UInt8],
        operations: UInt32,
        kibibytes: UInt32
    ) throws(KeyError) -> SecretBytes? {
        Sodium.start()
        precondition(salt.count == saltLength, "size fixed by the caller")
        var status: Int32 = -1
        let key = unsafe try SecretBytes(capacity: AEAD.keyLength) { output in
            status = unsafe passphrase.withPointer { secret in
                unsafe secret.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { text in
                    unsafe crypto_pwhash(
                        output,
                        UInt64(AEAD.keyLength),
                        text,
                        UInt64(passphrase.count),
                        salt,
                        UInt64(operations),
                        Int(kibibytes) * 1024,
                        crypto_pwhash_ALG_ARGON2ID13
                    )
                }
            }
            return AEAD.keyLength
        }
        return Sodium.succeeded(status) ? key : nil
    }
}

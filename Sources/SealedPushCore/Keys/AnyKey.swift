// SPDX-License-Identifier: Apache-2.0

/// A key of any KIND, as it stands on a line of a key file.
package enum AnyKey: Sendable {
    case device(DeviceKey.Public)
    case deviceSecret(DeviceKey.Secret)
    case signer(SigningKey.Public)
    case signerSecret(SigningKey.Secret)
    case identity(Identity.Public)
    case identitySecret(Identity.Secret)
    case sharedSecret(SharedKey)

    /// Reads key text of any KIND.
    package init(encoded text: some Collection<UInt8>) throws(KeyError) {
        var (kind, bytes) = try KeyText.decode(text, expecting: nil)
        defer { Sodium.wipe(&bytes) }
        switch kind {
        case .device: self = .device(try DeviceKey.Public(bytes: bytes))
        case .signer: self = .signer(try SigningKey.Public(bytes: bytes))
        case .identity: self = .identity(try Identity.Public(bytes: bytes))
        case .deviceSecret: self = .deviceSecret(try DeviceKey.Secret(bytes: SecretBytes(bytes)))
        case .signerSecret: self = .signerSecret(try SigningKey.Secret(bytes: SecretBytes(bytes)))
        case .identitySecret: self = .identitySecret(try Identity.Secret(bytes: SecretBytes(bytes)))
        default: self = .sharedSecret(try SharedKey(bytes: SecretBytes(bytes)))
        }
    }

    package var kind: KeyKind {
        switch self {
        case .device: .device
        case .deviceSecret: .deviceSecret
        case .signer: .signer
        case .signerSecret: .signerSecret
        case .identity: .identity
        case .identitySecret: .identitySecret
        case .sharedSecret: .sharedSecret
        }
    }

    package var secret: (any SecretKey)? {
        switch self {
        case .deviceSecret(let key): key
        case .signerSecret(let key): key
        case .identitySecret(let key): key
        case .sharedSecret(let key): key
        case .device, .signer, .identity: nil
        }
    }

    /// The public key, or the public twin of a secret one; a shared key has none.
    package var publicKey: (any PublicKey)? {
        switch self {
        case .device(let key): key
        case .signer(let key): key
        case .identity(let key): key
        case .deviceSecret(let key): key.publicKey
        case .signerSecret(let key): key.publicKey
        case .identitySecret(let key): key.publicKey
        case .sharedSecret: nil
        }
    }

    package var publicText: String? { publicKey?.description }

    package var fingerprint: Fingerprint {
        switch self {
        case .sharedSecret(let key): key.fingerprint
        case .device(let key): key.fingerprint
        case .signer(let key): key.fingerprint
        case .identity(let key): key.fingerprint
        case .deviceSecret(let key): key.fingerprint
        case .signerSecret(let key): key.fingerprint
        case .identitySecret(let key): key.fingerprint
        }
    }

    /// The key text; secret where the key is.
    func withText(_ body: (RawSpan) -> Void) {
        if let secret {
            secret.withSecretText(body)
        } else if let publicText {
            unsafe body([UInt8](publicText.utf8).span.bytes)
        }
    }
}

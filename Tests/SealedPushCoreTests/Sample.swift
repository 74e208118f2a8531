// SPDX-License-Identifier: Apache-2.0

@testable import SealedPushCore

/// Keys and secrets that several tests use; the number in a key is the byte its seed is made of.
enum Sample {
    static func secret(_ text: String) throws -> SecretBytes { try SecretBytes([UInt8](text.utf8)) }

    static func seed(_ byte: UInt8) throws -> SecretBytes {
        try SecretBytes([UInt8](repeating: byte, count: 32))
    }

    static func passphrase(_ text: String) throws -> Passphrase { try Passphrase(secret(text)) }

    /// The secret text of a key, which the library hands out through its one door only.
    static func text(of key: some SecretKey) -> String {
        key.withSecretText { span in span.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    /// One key of each KIND.
    static func keyOfEachKind(_ byte: UInt8 = 7) throws -> [AnyKey] {
        let device = try DeviceKey.Secret(bytes: seed(byte))
        let signer = try SigningKey.Secret(bytes: seed(byte))
        let identity = try Identity.Secret(bytes: seed(byte))
        return [
            .device(device.publicKey), .deviceSecret(device), .signer(signer.publicKey),
            .signerSecret(signer),
            .identity(identity.publicKey), .identitySecret(identity),
            .sharedSecret(try SharedKey(bytes: seed(byte))),
        ]
    }
}

extension AnyKey {
    /// The key text, secret or not.
    var text: String {
        if let secret { return Sample.text(of: secret) }
        return publicText ?? ""
    }

    /// The 32 bytes of the text.
    var bytes: [UInt8] {
        if let secret { return secret.secretBytes.withCopy { $0 } }
        return publicKey?.bytes ?? []
    }

    /// Reads key text where one KIND is wanted, as a caller does.
    static func read(_ text: String, as kind: KeyKind) throws(KeyError) -> AnyKey {
        switch kind {
        case .device: .device(try DeviceKey.Public(text: text))
        case .deviceSecret: .deviceSecret(try DeviceKey.Secret(text: text))
        case .signer: .signer(try SigningKey.Public(text: text))
        case .signerSecret: .signerSecret(try SigningKey.Secret(text: text))
        case .identity: .identity(try Identity.Public(text: text))
        case .identitySecret: .identitySecret(try Identity.Secret(text: text))
        default: .sharedSecret(try SharedKey(text: text))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The KIND in key text, `sealedpush:KIND:…`: what the 32 bytes are.
public struct KeyKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it stands in the text.
    public let rawValue: String

    /// Takes any word; those not in `all` belong to no key of this version.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word as it stands in the text.
    public var description: String { rawValue }

    /// X25519 public key, which pushes are sealed to.
    public static let device = KeyKind(rawValue: "device")
    /// X25519 secret key.
    public static let deviceSecret = KeyKind(rawValue: "device-secret")
    /// Ed25519 public key that signs messages.
    public static let signer = KeyKind(rawValue: "signer")
    /// Its seed.
    public static let signerSecret = KeyKind(rawValue: "signer-secret")
    /// Ed25519 public key that signs cards.
    public static let identity = KeyKind(rawValue: "identity")
    /// Its seed.
    public static let identitySecret = KeyKind(rawValue: "identity-secret")
    /// XChaCha20-Poly1305 key that several parties share.
    public static let sharedSecret = KeyKind(rawValue: "shared-secret")

    /// Every KIND of version 1.
    public static let all = [device, deviceSecret, signer, signerSecret, identity, identitySecret, sharedSecret]

    /// Whether the text of such a key must be kept from others.
    public var isSecret: Bool { rawValue.hasSuffix("-secret") }

    /// What the text of such a key begins with.
    package var prefix: String { "sealedpush:\(rawValue):" }

    /// The `kind` byte of its fingerprint (`EnvelopeFormat`, "Keys, fingerprints and key ids").
    package var fingerprintByte: UInt8 {
        switch self {
        case .device, .deviceSecret: 1
        case .sharedSecret: 2
        case .signer, .signerSecret: 3
        default: 4
        }
    }
}

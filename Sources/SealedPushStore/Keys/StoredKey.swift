// SPDX-License-Identifier: Apache-2.0

/// What is known of one key in a store; never a secret.
public struct StoredKey: Hashable, Sendable {
    /// Whether a key is in use.
    public enum State: Hashable, Sendable {
        /// The one to seal to, or to sign with.
        case current
        /// Replaced by a newer one, and good until then.
        case superseded(until: Timestamp)
    }

    /// `device`, `signer` or `sharedSecret`.
    public let kind: KeyKind
    /// The full name of the key.
    public let fingerprint: Fingerprint
    /// The text of the public key, `sealedpush:KIND:…`; a shared key has none.
    public let publicText: String?
    /// When it was made or, for another's key, accepted.
    public let created: Timestamp
    /// Whether it is in use.
    public let state: State

    /// The first 8 bytes of the fingerprint.
    public var id: KeyID { fingerprint.id }
}

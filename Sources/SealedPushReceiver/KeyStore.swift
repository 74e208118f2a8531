// SPDX-License-Identifier: Apache-2.0

/// Where a receiver finds its keys and those it trusts; only read from, never written to, while a push is opened.
///
/// Synchronous, as the Keychain and SQLite are.
public protocol KeyStore: Sendable {
    /// The receiver's own keys of a KIND (`deviceSecret` or `sharedSecret`) with that id; ids may collide.
    func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys

    /// The trusted signers with that id; ids may collide.
    func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner]

    /// Whether a signer was ever trusted, revoked and deleted ones included, and nobody has said otherwise since.
    func requiresSignature() throws(KeyStoreError) -> Bool
}

// SPDX-License-Identifier: Apache-2.0

/// One of this store's own signers, as it was when it was asked for.
public struct OwnSigner: Sendable {
    /// The local name.
    public let name: String
    /// What signs pushes: hand it to a `Sealer`.
    public let signingKey: SigningKey.Secret
    /// Who signs its cards; `nil` for a signer that was imported without one.
    public let identity: Identity.Public?
    /// When the current key was made.
    public let created: Timestamp
    let store: SQLiteKeyStore

    /// The current key, for receivers to trust.
    public var publicKey: SigningKey.Public { signingKey.publicKey }

    /// The card to give to receivers; the same one again as long as nothing in it changes.
    ///
    /// - Parameter displayName: A suggestion for display, 1…64 visible characters.
    /// - Throws: `StoreError.badValue`, `noIdentity`, `notFound` when it was deleted meanwhile.
    public func card(displayName: String) throws(StoreError) -> KeyCard {
        try store.card(of: name, displayName: displayName)
    }
}

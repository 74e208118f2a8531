// SPDX-License-Identifier: Apache-2.0

/// One of this store's own devices, as it was when it was asked for.
public struct OwnDevice: Sendable {
    /// The local name.
    public let name: String
    /// The current key, for senders to seal to.
    public let publicKey: DeviceKey.Public
    /// Who signs its cards; `nil` for a device that was imported without one.
    public let identity: Identity.Public?
    /// When the current key was made: apps rotate after 90 days.
    public let created: Timestamp
    let store: SQLiteKeyStore

    /// The card to give to the other side; the same one again as long as nothing in it changes.
    ///
    /// - Parameters:
    ///   - displayName: A suggestion for display, 1…64 visible characters.
    ///   - address: Where pushes go; `nil` for what the last card said.
    /// - Throws: `StoreError.badValue` for a name or address no card can hold, `noIdentity`, `notFound` when it was
    ///   deleted meanwhile.
    public func card(displayName: String, address: PushAddress? = nil) throws(StoreError) -> KeyCard {
        try store.card(of: name, displayName: displayName, address: address)
    }
}

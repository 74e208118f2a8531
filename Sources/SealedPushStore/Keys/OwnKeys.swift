// SPDX-License-Identifier: Apache-2.0

/// What a store holds under one name of its own: a device, a signer or a shared key; never the secrets.
public struct OwnKeys: Hashable, Sendable {
    /// The local name.
    public let name: String
    /// `device`, `signer` or `sharedSecret`.
    public let kind: KeyKind
    /// Who signs its cards; shared keys, and keys imported without one, have none.
    public let identity: Identity.Public?
    /// When the name was first used for it.
    public let created: Timestamp
    /// The current key first, then those it replaced whose grace is not over.
    public let keys: [StoredKey]
    /// The serial of its last card, 0 before the first.
    public let serial: UInt64
    /// The last card that was handed out; once revoked, the one that says so.
    public let lastCard: KeyCard?
    /// When it was revoked: no key is left then.
    public let revokedAt: Timestamp?

    /// The number to compare with the other side; a shared key has none.
    public var verifyNumber: VerifyNumber? {
        if let identity { return identity.verifyNumber }
        return keys.first?.publicText.flatMap { try? AnyKey(encoded: $0.utf8) }?.publicKey?.verifyNumber
    }
}

extension OwnKeyTable {
    func description(of owner: Owner) throws(StoreError) -> OwnKeys {
        var stored: [StoredKey] = []
        for key in try keys(of: owner.id) {
            stored.append(
                StoredKey(
                    kind: owner.kind,
                    fingerprint: key.fingerprint,
                    publicText: try key.publicBytes.map { (bytes) throws(StoreError) in
                        owner.kind == .device
                            ? try publicKey(bytes, as: DeviceKey.Public.self).description
                            : try publicKey(bytes, as: SigningKey.Public.self).description
                    },
                    created: key.created,
                    state: key.usableUntil.map { .superseded(until: $0) } ?? .current
                )
            )
        }
        return OwnKeys(
            name: owner.name,
            kind: owner.kind,
            identity: owner.identity,
            created: owner.created,
            keys: stored,
            serial: owner.serial,
            lastCard: owner.card,
            revokedAt: owner.revoked
        )
    }
}

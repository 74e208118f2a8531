// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// The card of one of the store's own devices or signers; the same one again as long as nothing in it changes.
    ///
    /// Once revoked, it is the card that says so. Its serial is the larger of the last one plus 1 and the seconds since
    /// 1970, so a device restored from a backup still goes forward.
    /// - Parameters:
    ///   - name: The local name.
    ///   - displayName: A suggestion for display; `nil` for what the last card said, or else the local name.
    ///   - address: Where pushes go; `nil` for what the last card said, an empty one for nowhere.
    /// - Throws: `StoreError.notFound`, `wrongKind` for a shared key or a contact, `noIdentity`, `badValue` for a name or
    ///   address that no card can hold.
    public func card(
        of name: String,
        displayName: String? = nil,
        address: PushAddress? = nil
    ) throws(StoreError) -> KeyCard {
        let now = now
        return try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            guard let owner = try table.owner(named: name) else {
                guard try connection.holder(of: name) == nil else {
                    throw StoreError(
                        .wrongKind,
                        "'\(PrintableText.escape(name))' is a contact: its card comes from its owner"
                    )
                }
                throw .notFound(name)
            }
            guard owner.kind != .sharedSecret else {
                throw StoreError(
                    .wrongKind,
                    "'\(PrintableText.escape(name))' is a shared key, which has no card: hand over an export of it"
                )
            }
            if owner.revoked != nil, let card = owner.card { return card }
            let current = try table.currentKey(of: owner)
            guard let bytes = current.publicBytes else {
                throw .damaged(connection.path, "the key of '\(PrintableText.escape(name))' has no public half")
            }
            let subject: KeyCard.Subject =
                owner.kind == .device
                ? .device(try table.publicKey(bytes, as: DeviceKey.Public.self))
                : .signer(try table.publicKey(bytes, as: SigningKey.Public.self))
            let given = address ?? owner.card?.address
            return try table.issue(
                subject,
                name: displayName ?? owner.card?.name ?? name,
                address: given == PushAddress() ? nil : given,
                for: owner,
                now: now
            )
        }
    }
}

extension OwnKeyTable {
    /// The last card if it says just this, else a new one, which becomes the last.
    func issue(
        _ subject: KeyCard.Subject,
        name: String,
        address: PushAddress?,
        for owner: Owner,
        now: Timestamp
    ) throws(StoreError) -> KeyCard {
        if let last = owner.card, last.subject == subject, last.name == name, last.address == address,
            last.grace == owner.grace ?? Limits.timeToLive
        {
            return last
        }
        let identity = try identitySecret(of: owner)
        let card = try StoreError.wrapping { () throws(KeyError) in
            try KeyCard(
                introducing: subject,
                name: name,
                signedBy: identity,
                serial: max(owner.serial + 1, now.seconds),
                created: now.seconds,
                grace: owner.grace,
                address: address
            )
        }
        try setCard(card, of: owner.id)
        return card
    }
}

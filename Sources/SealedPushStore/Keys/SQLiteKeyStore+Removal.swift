// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// Ends the use of own keys, or the trust in a contact, for good; the name stays, marked.
    ///
    /// Own secrets are erased, the identity's too. A contact that was revoked is never trusted again, whatever card it
    /// shows, and no other contact of its identity is either.
    /// - Returns: For an own device or signer with an identity: the card that tells the others.
    /// - Throws: `StoreError.notFound`, `revoked` when it was before.
    @discardableResult
    public func revoke(_ name: String) throws(StoreError) -> KeyCard? {
        let now = now
        return try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            guard let owner = try table.owner(named: name) else {
                let contacts = ContactTable(connection)
                guard let contact = try contacts.contact(named: name) else { throw .notFound(name) }
                if let revoked = contact.revoked { throw .revoked(name, at: revoked) }
                try contacts.revoke(contact, now: now)
                return nil
            }
            if let revoked = owner.revoked { throw .revoked(name, at: revoked) }
            var card: KeyCard?
            if owner.identity != nil {
                card = try table.issue(
                    owner.kind == .device ? .revokedDevice : .revokedSigner,
                    name: owner.card?.name ?? name,
                    address: nil,
                    for: owner,
                    now: now
                )
            }
            try table.eraseSecrets(of: owner, now: now)
            try connection.change("UPDATE own SET revoked = ?2 WHERE id = ?1", .integer(owner.id), .time(now))
            return card
        }
    }

    /// Destroys own keys, or forgets a contact; the name is free again.
    ///
    /// Of an own key its fingerprint is remembered, so that a late push is `retiredKey`. Of a contact it is remembered
    /// how far its cards had come, so that no older one is accepted, and whether it was revoked.
    /// - Throws: `StoreError.notFound`.
    public func delete(_ name: String) throws(StoreError) {
        let now = now
        try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            if let owner = try table.owner(named: name) {
                try table.eraseSecrets(of: owner, now: now)
                try connection.change("DELETE FROM own WHERE id = ?", .integer(owner.id))
                return
            }
            let contacts = ContactTable(connection)
            guard let contact = try contacts.contact(named: name) else { throw .notFound(name) }
            try contacts.bury(contact)
        }
    }

    /// Ends a superseded key before its grace is over: an own one is erased, a contact's no longer trusted.
    ///
    /// - Throws: `StoreError.notFound`; `badValue` for a current key: rotate, revoke or delete its name instead.
    public func retireKey(_ fingerprint: Fingerprint) throws(StoreError) {
        let now = now
        try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            for owner in try table.owners() {
                for key in try table.keys(of: owner.id) where key.fingerprint == fingerprint {
                    guard key.usableUntil != nil else { throw .currentKey(fingerprint, of: owner.name) }
                    return try table.erase(key, now: now)
                }
            }
            for contact in try ContactTable(connection).contacts() {
                for key in contact.keys where key.fingerprint == fingerprint {
                    guard key.state != .current else { throw .currentKey(fingerprint, of: contact.name) }
                    // What a revoked contact had stays known, so that none of it comes back by another way.
                    guard contact.revokedAt == nil else { return }
                    try connection.change("DELETE FROM contact_key WHERE fingerprint = ?", .blob(fingerprint.bytes))
                    return
                }
            }
            throw StoreError(.notFound, "no key \(fingerprint.id) here")
        }
    }
}

extension StoreError {
    fileprivate static func currentKey(_ fingerprint: Fingerprint, of name: String) -> StoreError {
        StoreError(
            .badValue,
            "\(fingerprint.id) is the current key of '\(PrintableText.escape(name))': rotate, revoke or delete that"
        )
    }
}

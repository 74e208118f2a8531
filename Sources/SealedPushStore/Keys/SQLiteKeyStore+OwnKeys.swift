// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    // MARK: Looking up

    /// One of the store's own devices; `nil` for a name that nothing has.
    ///
    /// - Throws: `StoreError.wrongKind` for something else of that name, `revoked`.
    public func device(_ name: String) throws(StoreError) -> OwnDevice? {
        let found = try find(name, .device) { (table, owner, key) throws(StoreError) in
            let secret = try table.secret(key, as: DeviceKey.Secret.self)
            return (secret.publicKey, owner.identity, key.created)
        }
        return found.map { OwnDevice(name: name, publicKey: $0.0, identity: $0.1, created: $0.2, store: self) }
    }

    /// One of the store's own signers, with its secret key; `nil` for a name that nothing has.
    ///
    /// - Throws: `StoreError.wrongKind` for something else of that name, `revoked`.
    public func signer(_ name: String) throws(StoreError) -> OwnSigner? {
        let found = try find(name, .signer) { (table, owner, key) throws(StoreError) in
            (try table.secret(key, as: SigningKey.Secret.self), owner.identity, key.created)
        }
        return found.map { OwnSigner(name: name, signingKey: $0.0, identity: $0.1, created: $0.2, store: self) }
    }

    /// One of the store's shared keys, with the key itself; `nil` for a name that nothing has.
    ///
    /// - Throws: `StoreError.wrongKind` for something else of that name, `revoked`.
    public func sharedKey(_ name: String) throws(StoreError) -> OwnSharedKey? {
        try find(name, .sharedSecret) { (table, _, key) throws(StoreError) in
            OwnSharedKey(name: name, key: try table.secret(key, as: SharedKey.self), created: key.created)
        }
    }

    /// Everything of its own that the store holds, by name; never the secrets.
    ///
    /// - Throws: `StoreError`.
    public func ownKeys() throws(StoreError) -> [OwnKeys] {
        try read { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            var found: [OwnKeys] = []
            for owner in try table.owners() { found.append(try table.description(of: owner)) }
            return found
        } ?? []
    }

    /// What the store holds under a name of its own; `nil` for a name that nothing, or a contact, has.
    ///
    /// - Throws: `StoreError`.
    public func ownKeys(_ name: String) throws(StoreError) -> OwnKeys? {
        try read { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            return try table.owner(named: name).map { (owner) throws(StoreError) in
                try table.description(of: owner)
            }
        } ?? nil
    }

    private func find<Found>(
        _ name: String,
        _ kind: KeyKind,
        _ body: (OwnKeyTable, OwnKeyTable.Owner, OwnKeyTable.Key) throws(StoreError) -> Found
    ) throws(StoreError) -> Found? {
        try read { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            guard let owner = try table.owner(named: name) else {
                guard try connection.holder(of: name) == nil else { throw .otherKind(name, wanted: kind) }
                return nil
            }
            guard owner.kind == kind else { throw .otherKind(name, wanted: kind) }
            if let revoked = owner.revoked { throw .revoked(name, at: revoked) }
            return try body(table, owner, try table.currentKey(of: owner))
        } ?? nil
    }

    // MARK: Making

    /// Makes a device key, and the identity that vouches for it.
    ///
    /// - Throws: `StoreError.badName`, `nameTaken`.
    public func makeDevice(_ name: String) throws(StoreError) -> OwnDevice {
        let identity = try StoreError.wrapping { () throws(KeyError) in try Identity.Secret() }
        let key = try StoreError.wrapping { () throws(KeyError) in try DeviceKey.Secret() }
        let created = try insert(key, publicBytes: key.publicKey.bytes, .device, identity, name)
        return OwnDevice(
            name: name,
            publicKey: key.publicKey,
            identity: identity.publicKey,
            created: created,
            store: self
        )
    }

    /// Makes a signing key, and the identity that vouches for it.
    ///
    /// - Throws: `StoreError.badName`, `nameTaken`.
    public func makeSigner(_ name: String) throws(StoreError) -> OwnSigner {
        let identity = try StoreError.wrapping { () throws(KeyError) in try Identity.Secret() }
        let key = try StoreError.wrapping { () throws(KeyError) in try SigningKey.Secret() }
        let created = try insert(key, publicBytes: key.publicKey.bytes, .signer, identity, name)
        return OwnSigner(name: name, signingKey: key, identity: identity.publicKey, created: created, store: self)
    }

    /// Makes a shared key; under the name of a revoked one it takes that one's place.
    ///
    /// - Throws: `StoreError.badName`, `nameTaken`.
    public func makeSharedKey(_ name: String) throws(StoreError) -> OwnSharedKey {
        let key = try StoreError.wrapping { () throws(KeyError) in try SharedKey() }
        let created = try insert(key, publicBytes: nil, .sharedSecret, nil, name)
        return OwnSharedKey(name: name, key: key, created: created)
    }

    private func insert(
        _ key: any SecretKey,
        publicBytes: [UInt8]?,
        _ kind: KeyKind,
        _ identity: Identity.Secret?,
        _ name: String
    ) throws(StoreError) -> Timestamp {
        let now = now
        return try change { (connection) throws(StoreError) in
            try OwnKeyTable(connection).insert(key, publicBytes, kind, identity, name, now: now)
        }
    }
}

extension OwnKeyTable {
    /// Inserts a name with its first key and returns when that was made.
    func insert(
        _ key: any SecretKey,
        _ publicBytes: [UInt8]?,
        _ kind: KeyKind,
        _ identity: Identity.Secret?,
        _ name: String,
        now: Timestamp
    ) throws(StoreError) -> Timestamp {
        if kind == .sharedSecret, let old = try owner(named: name), old.kind == kind, old.revoked != nil {
            try connection.change("DELETE FROM own WHERE id = ?", .integer(old.id))
        }
        try connection.requireFree(name)
        let owner = try insertOwner(name, kind: kind, identity: identity, now: now)
        try insertKey(key, publicBytes: publicBytes, owner: owner, now: now)
        return now
    }
}

extension StoreError {
    static func notFound(_ name: String) -> StoreError {
        StoreError(.notFound, "no key and no contact is called '\(PrintableText.excerpt(name))'")
    }

    static func otherKind(_ name: String, wanted: KeyKind) -> StoreError {
        let wanted = wanted == .sharedSecret ? "shared key" : wanted.rawValue
        return StoreError(.wrongKind, "'\(PrintableText.escape(name))' is not a \(wanted) of this store's own")
    }

    static func revoked(_ name: String, at time: Timestamp) -> StoreError {
        StoreError(
            .revoked,
            "'\(PrintableText.escape(name))' was revoked on \(time), for good: delete it to use the name again"
        )
    }
}

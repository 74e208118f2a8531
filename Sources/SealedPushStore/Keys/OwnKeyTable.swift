// SPDX-License-Identifier: Apache-2.0

/// The rows of own keys; every call is part of a transaction.
struct OwnKeyTable {
    /// Keys of which the fingerprint is remembered after they are gone.
    static let retiredKept = 64

    /// A name and what stands behind it.
    struct Owner {
        let id: Int64
        let name: String
        let kind: KeyKind
        let identity: Identity.Public?
        let identitySecret: Int64?
        let created: Timestamp
        let serial: UInt64
        let card: KeyCard?
        let grace: UInt32?
        let revoked: Timestamp?
    }

    /// One key.
    struct Key {
        let id: Int64
        let fingerprint: Fingerprint
        let publicBytes: [UInt8]?
        let secret: Int64
        let created: Timestamp
        let usableUntil: Timestamp?
    }

    private static let ownerColumns =
        "id, name, kind, identity, identity_secret, created, serial, card, grace, revoked"
    static let keyColumns = "id, fingerprint, public, secret, created, usable_until"

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Looking up

    func owner(named name: String) throws(StoreError) -> Owner? {
        try connection.row("SELECT \(Self.ownerColumns) FROM own WHERE name = ?", .text(name)).map(owner)
    }

    func owners() throws(StoreError) -> [Owner] {
        var owners: [Owner] = []
        for row in try connection.rows("SELECT \(Self.ownerColumns) FROM own ORDER BY name") {
            owners.append(try owner(row))
        }
        return owners
    }

    /// The keys of one owner, the current one first.
    func keys(of owner: Int64) throws(StoreError) -> [Key] {
        let sql = """
            SELECT \(Self.keyColumns) FROM own_key WHERE own = ? ORDER BY usable_until IS NOT NULL, created DESC, id DESC
            """
        var keys: [Key] = []
        for row in try connection.rows(sql, .integer(owner)) { keys.append(try key(row)) }
        return keys
    }

    func currentKey(of owner: Owner) throws(StoreError) -> Key {
        guard let key = try keys(of: owner.id).first, key.usableUntil == nil else {
            throw StoreError(.revoked, "'\(owner.name)' has no current key")
        }
        return key
    }

    /// The name that a key is under.
    func name(of fingerprint: Fingerprint) throws(StoreError) -> String? {
        var row = try connection.row(
            "SELECT own.name FROM own JOIN own_key ON own_key.own = own.id WHERE own_key.fingerprint = ?",
            .blob(fingerprint.bytes)
        )
        return try row?.text()
    }

    /// Reads a secret key and checks that it is the one it is called.
    func secret<Secret: SecretKey>(_ key: Key, as type: Secret.Type) throws(StoreError) -> Secret {
        let bytes = try connection.secret(key.secret)
        let secret = try StoreError.wrapping { () throws(KeyError) in try Secret(bytes: bytes) }
        guard secret.fingerprint == key.fingerprint else {
            throw .damaged(connection.path, "the secret key of \(key.fingerprint.id) is another one")
        }
        return secret
    }

    func identitySecret(of owner: Owner) throws(StoreError) -> Identity.Secret {
        guard let identity = owner.identity, let row = owner.identitySecret else { throw noIdentity(owner) }
        let bytes = try connection.secret(row)
        let secret = try StoreError.wrapping { () throws(KeyError) in try Identity.Secret(bytes: bytes) }
        guard secret.publicKey == identity else {
            throw .damaged(connection.path, "the identity of '\(owner.name)' is another one")
        }
        return secret
    }

    func noIdentity(_ owner: Owner) -> StoreError {
        StoreError(
            .noIdentity,
            "'\(PrintableText.escape(owner.name))' has no identity, so it has no card and cannot rotate: make a new one"
        )
    }

    // MARK: Rows

    private func owner(_ row: Row) throws(StoreError) -> Owner {
        var row = row
        let id = try row.integer()
        let name = try row.text()
        let kind = KeyKind(rawValue: try row.text())
        let identity = try row.optionalBlob().map { (bytes) throws(StoreError) in
            try publicKey(bytes, as: Identity.Public.self)
        }
        let identitySecret = try row.optionalInteger()
        let created = try row.time()
        let serial = UInt64(clamping: try row.integer())
        let card = try row.optionalText().map { (text) throws(StoreError) in try self.card(text) }
        let grace = try row.optionalInteger().map { UInt32(clamping: $0) }
        return Owner(
            id: id,
            name: name,
            kind: kind,
            identity: identity,
            identitySecret: identitySecret,
            created: created,
            serial: serial,
            card: card,
            grace: grace,
            revoked: try row.optionalTime()
        )
    }

    func key(_ row: Row) throws(StoreError) -> Key {
        var row = row
        return Key(
            id: try row.integer(),
            fingerprint: try row.fingerprint(),
            publicBytes: try row.optionalBlob(),
            secret: try row.integer(),
            created: try row.time(),
            usableUntil: try row.optionalTime()
        )
    }

    private func card(_ text: String) throws(StoreError) -> KeyCard {
        guard let card = try? KeyCard(text: text) else { throw .damaged(connection.path, "a card does not verify") }
        return card
    }
}

extension OwnKeyTable {
    /// A public key as it stands in the store.
    func publicKey<Key: PublicKey>(_ bytes: [UInt8], as type: Key.Type) throws(StoreError) -> Key {
        guard let key = try? Key(bytes: bytes) else {
            throw .damaged(connection.path, "a \(Key.kind) key that cannot be used")
        }
        return key
    }
}

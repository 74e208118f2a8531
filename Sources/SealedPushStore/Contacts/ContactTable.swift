// SPDX-License-Identifier: Apache-2.0

/// The rows of contacts and of what is left of them; every call is part of a transaction.
struct ContactTable {
    /// A contact, or without a name what is left of one.
    struct Record {
        let id: Int64
        let name: String?
        let kind: KeyKind
        let identity: Identity.Public?
        let serial: UInt64
        let card: KeyCard?
        let accepted: Timestamp
        let revoked: Timestamp?
    }

    private static let columns = "id, name, kind, identity, serial, card, accepted, revoked"

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Looking up

    func contact(named name: String) throws(StoreError) -> Record? {
        try connection.row("SELECT \(Self.columns) FROM contact WHERE name = ?", .text(name)).map(record)
    }

    func contact(_ id: Int64) throws(StoreError) -> Record {
        guard let row = try connection.row("SELECT \(Self.columns) FROM contact WHERE id = ?", .integer(id)) else {
            throw .damaged(connection.path, "a contact is gone")
        }
        return try record(row)
    }

    /// All rows of an identity, one for each kind.
    func records(of identity: Identity.Public) throws(StoreError) -> [Record] {
        try records("SELECT \(Self.columns) FROM contact WHERE identity = ?", [.blob(identity.bytes)])
    }

    /// The contact, or what is left of one, that has or had a key.
    func holder(of fingerprint: Fingerprint) throws(StoreError) -> Record? {
        let sql = "SELECT contact FROM contact_key WHERE fingerprint = ?"
        guard var row = try connection.row(sql, .blob(fingerprint.bytes)) else { return nil }
        return try contact(row.integer())
    }

    /// All contacts that have a name, by it.
    func contacts() throws(StoreError) -> [Contact] {
        var contacts: [Contact] = []
        for record in try records("SELECT \(Self.columns) FROM contact WHERE name IS NOT NULL ORDER BY name") {
            contacts.append(try description(of: record))
        }
        return contacts
    }

    func description(of record: Record) throws(StoreError) -> Contact {
        let sql = """
            SELECT fingerprint, public, created, usable_until FROM contact_key WHERE contact = ?
            ORDER BY usable_until IS NOT NULL, id DESC
            """
        var keys: [StoredKey] = []
        for row in try connection.rows(sql, .integer(record.id)) {
            var row = row
            let fingerprint = try row.fingerprint()
            let bytes = try row.blob()
            keys.append(
                StoredKey(
                    kind: record.kind,
                    fingerprint: fingerprint,
                    publicText: try text(of: bytes, record.kind, called: fingerprint),
                    created: try row.time(),
                    state: try row.optionalTime().map { .superseded(until: $0) } ?? .current
                )
            )
        }
        return Contact(
            name: record.name ?? "",
            kind: record.kind,
            identity: record.identity,
            card: record.card,
            keys: keys,
            accepted: record.accepted,
            revokedAt: record.revoked
        )
    }

    private func text(
        of bytes: [UInt8],
        _ kind: KeyKind,
        called fingerprint: Fingerprint
    ) throws(StoreError) -> String {
        let key: (any PublicKey)? =
            kind == .device ? try? DeviceKey.Public(bytes: bytes) : try? SigningKey.Public(bytes: bytes)
        guard let key, key.fingerprint == fingerprint else {
            throw .damaged(connection.path, "a contact's key is another one")
        }
        return key.description
    }

    // MARK: Rows

    private func records(_ sql: String, _ values: [DatabaseValue] = []) throws(StoreError) -> [Record] {
        var records: [Record] = []
        for row in try connection.rows(sql, values) { records.append(try record(row)) }
        return records
    }

    private func record(_ row: Row) throws(StoreError) -> Record {
        var row = row
        let id = try row.integer()
        let name = try row.optionalText()
        let kind = KeyKind(rawValue: try row.text())
        let identityBytes = try row.optionalBlob()
        let serial = UInt64(clamping: try row.integer())
        let cardText = try row.optionalText()
        let identity = identityBytes.flatMap { try? Identity.Public(bytes: $0) }
        let card = cardText.flatMap { try? KeyCard(text: $0) }
        guard identityBytes == nil || identity != nil, cardText == nil || card != nil,
            card?.identity == identity || card == nil
        else { throw .damaged(connection.path, "a contact's card or identity is not what it should be") }
        return Record(
            id: id,
            name: name,
            kind: kind,
            identity: identity,
            serial: serial,
            card: card,
            accepted: try row.time(),
            revoked: try row.optionalTime()
        )
    }
}

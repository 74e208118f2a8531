// SPDX-License-Identifier: Apache-2.0

extension OwnKeyTable {
    func insertOwner(_ name: String, kind: KeyKind, identity: Identity.Secret?, now: Timestamp) throws(StoreError)
        -> Int64
    {
        let secret = try identity.map { (identity) throws(StoreError) in
            try connection.insertSecret(identity.secretBytes)
        }
        try connection.change(
            "INSERT INTO own (name, kind, identity, identity_secret, created) VALUES (?, ?, ?, ?, ?)",
            .text(name),
            .text(kind.rawValue),
            .blob(identity?.publicKey.bytes),
            .integer(secret),
            .time(now)
        )
        return connection.lastInsertedRow
    }

    /// Adds the current key of an owner, who has none.
    func insertKey(_ key: any SecretKey, publicBytes: [UInt8]?, owner: Int64, now: Timestamp) throws(StoreError) {
        // Newest first is the order keys are tried in, whatever the clock does.
        var row = try connection.row("SELECT max(created) FROM own_key WHERE own = ?", .integer(owner))
        let last = try row?.optionalTime()
        let created = max(now, last.map { Timestamp(milliseconds: $0.milliseconds + 1) } ?? now)
        let secret = try connection.insertSecret(key.secretBytes)
        try connection.change(
            "INSERT INTO own_key (own, fingerprint, public, secret, created) VALUES (?, ?, ?, ?, ?)",
            .integer(owner),
            .blob(key.fingerprint.bytes),
            .blob(publicBytes),
            .integer(secret),
            .time(created)
        )
        // A key that comes back from a copy is no longer a retired one.
        try connection.change("DELETE FROM retired_key WHERE fingerprint = ?", .blob(key.fingerprint.bytes))
    }

    /// Gives every key of an owner an end, unless it has an earlier one; ends that have come erase at once.
    func supersedeKeys(of owner: Int64, until end: Timestamp, now: Timestamp) throws(StoreError) {
        try connection.change(
            "UPDATE own_key SET usable_until = min(coalesce(usable_until, ?2), ?2) WHERE own = ?1",
            .integer(owner),
            .time(end)
        )
        try eraseDue(now: now)
    }

    /// Erases the keys whose time is over.
    func eraseDue(now: Timestamp) throws(StoreError) {
        let sql = "SELECT \(Self.keyColumns) FROM own_key WHERE usable_until <= ?"
        for row in try connection.rows(sql, .time(now)) { try erase(try key(row), now: now) }
    }

    /// Erases one key; its fingerprint is remembered.
    func erase(_ key: Key, now: Timestamp) throws(StoreError) {
        try connection.change(
            """
            INSERT INTO retired_key (kind, fingerprint, created, retired)
            SELECT own.kind, own_key.fingerprint, own_key.created, ?2 FROM own_key JOIN own ON own.id = own_key.own
            WHERE own_key.id = ?1
            ON CONFLICT (fingerprint) DO UPDATE SET retired = excluded.retired
            """,
            .integer(key.id),
            .time(now)
        )
        try connection.change(
            "DELETE FROM retired_key WHERE id NOT IN (SELECT id FROM retired_key ORDER BY id DESC LIMIT ?)",
            .integer(Int64(Self.retiredKept))
        )
        try connection.change("DELETE FROM own_key WHERE id = ?", .integer(key.id))
        try connection.eraseSecret(key.secret)
        try connection.set(.erasureOwed, Int64(clamping: now.milliseconds))
    }

    /// Erases all secrets of an owner, the identity's included.
    func eraseSecrets(of owner: Owner, now: Timestamp) throws(StoreError) {
        for key in try keys(of: owner.id) { try erase(key, now: now) }
        guard let secret = owner.identitySecret else { return }
        try connection.change("UPDATE own SET identity_secret = NULL WHERE id = ?", .integer(owner.id))
        try connection.eraseSecret(secret)
        try connection.set(.erasureOwed, Int64(clamping: now.milliseconds))
    }

    func setCard(_ card: KeyCard, of owner: Int64) throws(StoreError) {
        try connection.change(
            "UPDATE own SET card = ?2, serial = ?3 WHERE id = ?1",
            .integer(owner),
            .text(card.text),
            .integer(Int64(clamping: card.serial))
        )
    }
}

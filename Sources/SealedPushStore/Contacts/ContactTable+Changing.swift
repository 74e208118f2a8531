// SPDX-License-Identifier: Apache-2.0

extension ContactTable {
    func insert(
        name: String?,
        kind: KeyKind,
        card: KeyCard?,
        revoked: Timestamp? = nil,
        now: Timestamp
    ) throws(StoreError) -> Int64 {
        try connection.change(
            "INSERT INTO contact (name, kind, identity, serial, card, accepted, revoked) VALUES (?, ?, ?, ?, ?, ?, ?)",
            .text(name),
            .text(kind.rawValue),
            .blob(card?.identity.bytes),
            .integer(Int64(clamping: card?.serial ?? 0)),
            .text(name == nil ? nil : card?.text),
            .time(now),
            .time(revoked)
        )
        return connection.lastInsertedRow
    }

    func update(_ record: Record, name: String, card: KeyCard, now: Timestamp) throws(StoreError) {
        try connection.change(
            "UPDATE contact SET name = ?2, serial = ?3, card = ?4, accepted = ?5 WHERE id = ?1",
            .integer(record.id),
            .text(name),
            .integer(Int64(clamping: card.serial)),
            .text(card.text),
            .time(now)
        )
    }

    /// Makes a key the current one; those before it end with the grace, or where it is 0 at once.
    func setKey(_ key: any PublicKey, of contact: Int64, grace: UInt32, now: Timestamp) throws(StoreError) {
        try connection.change(
            """
            UPDATE contact_key SET usable_until = min(coalesce(usable_until, ?3), ?3)
            WHERE contact = ?1 AND fingerprint <> ?2
            """,
            .integer(contact),
            .blob(key.fingerprint.bytes),
            .time(now.adding(seconds: grace))
        )
        try connection.change(
            "DELETE FROM contact_key WHERE contact = ? AND usable_until <= ?",
            .integer(contact),
            .time(now)
        )
        try connection.change(
            """
            INSERT INTO contact_key (contact, fingerprint, public, created) VALUES (?, ?, ?, ?)
            ON CONFLICT (fingerprint) DO UPDATE SET usable_until = NULL
            """,
            .integer(contact),
            .blob(key.fingerprint.bytes),
            .blob(key.bytes),
            .time(now)
        )
    }

    /// Ends the trust in a contact, and in every other one of its identity; their keys stay known, so that none of them
    /// comes back by another way.
    func revoke(_ record: Record, now: Timestamp) throws(StoreError) {
        try connection.change(
            "UPDATE contact SET revoked = coalesce(revoked, ?3) WHERE id = ?1 OR identity = ?2",
            .integer(record.id),
            .blob(record.identity?.bytes),
            .time(now)
        )
    }

    /// Forgets a contact but for how far its cards had come, and whether it was revoked.
    func bury(_ record: Record) throws(StoreError) {
        if record.identity == nil, record.revoked == nil {
            try connection.change("DELETE FROM contact WHERE id = ?", .integer(record.id))
            return
        }
        try connection.change("UPDATE contact SET name = NULL, card = NULL WHERE id = ?", .integer(record.id))
        guard record.revoked == nil else { return }
        try connection.change("DELETE FROM contact_key WHERE contact = ?", .integer(record.id))
    }
}

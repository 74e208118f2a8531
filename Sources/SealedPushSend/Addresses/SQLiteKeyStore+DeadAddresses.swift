// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What APNs says of contacts' addresses, kept beside the contacts.
///
/// An address is kept in full: a contact whose card names another token, topic or environment is at a new one, of which
/// nothing bad is known.
extension SQLiteKeyStore {
    /// Notes that nobody is at an address of a contact any more.
    func markDead(_ address: PushAddress.APNs, of name: String, since: Timestamp) throws(StoreError) {
        try perform(
            """
            INSERT OR REPLACE INTO dead_address (contact, token, topic, environment, since)
            SELECT id, ?2, ?3, ?4, ?5 FROM contact WHERE name = ?1
            """,
            Self.values(address, name) + [.integer(Int64(clamping: since.milliseconds))]
        )
    }

    /// Forgets that nobody was at the address of a contact: somebody is.
    func markAlive(_ name: String) throws(StoreError) {
        try perform(
            "DELETE FROM dead_address WHERE contact = (SELECT id FROM contact WHERE name = ?)",
            [.text(name)]
        )
    }

    /// Since when nobody is at an address of a contact; `nil` as far as anybody has said.
    func deadSince(_ address: PushAddress.APNs, of name: String) throws(StoreError) -> Timestamp? {
        // A file of the first version, which reading does not migrate, has no such table.
        guard try !rows("SELECT 1 FROM sqlite_schema WHERE name = 'dead_address'", []).isEmpty else { return nil }
        var found = try rows(
            """
            SELECT since FROM dead_address JOIN contact ON contact.id = contact
            WHERE name = ? AND token = ? AND topic = ? AND environment = ?
            """,
            Self.values(address, name)
        ).first
        return try found?.optionalInteger().map { Timestamp(milliseconds: UInt64(clamping: $0)) }
    }

    private static func values(_ address: PushAddress.APNs, _ name: String) -> [DatabaseValue] {
        [.text(name), .text(address.token), .text(address.topic), .text(address.environment.rawValue)]
    }
}

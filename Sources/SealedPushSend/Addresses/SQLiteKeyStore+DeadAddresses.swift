// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What services say of contacts' addresses, kept beside the contacts.
///
/// One service's word says nothing of another, and an address is kept in full: a contact whose card names another token or
/// topic is at a new one, of which nothing bad is known.
extension SQLiteKeyStore {
    /// Notes that a service knows of nobody at an address of a contact any more.
    ///
    /// - Parameter service: what said so, as `AddressService` names it.
    func markDead(
        _ address: PushAddress.APNs,
        of name: String,
        at service: String,
        since: Timestamp
    ) throws(StoreError) {
        try perform(
            """
            INSERT OR REPLACE INTO dead_address (contact, service, token, topic, since)
            SELECT id, ?2, ?3, ?4, ?5 FROM contact WHERE name = ?1
            """,
            Self.values(address, name, service) + [.integer(Int64(clamping: since.milliseconds))]
        )
    }

    /// Forgets that a service knew of nobody at an address of a contact: somebody is there.
    ///
    /// - Parameter service: what has taken a push for it.
    func markAlive(_ address: PushAddress.APNs, of name: String, at service: String) throws(StoreError) {
        try perform(
            """
            DELETE FROM dead_address WHERE contact = (SELECT id FROM contact WHERE name = ?1)
            AND service = ?2 AND token = ?3 AND topic = ?4
            """,
            Self.values(address, name, service)
        )
    }

    /// Since when a service knows of nobody at an address of a contact; `nil` as far as it has said.
    ///
    /// - Parameter service: what is to be asked.
    func deadSince(
        _ address: PushAddress.APNs,
        of name: String,
        at service: String
    ) throws(StoreError) -> Timestamp? {
        // A file of an older version, which reading does not migrate, has no such table, or one without the service.
        let table = "SELECT 1 FROM sqlite_schema WHERE name = 'dead_address' AND sql LIKE '%service%'"
        guard try !rows(table, []).isEmpty else { return nil }
        var found = try rows(
            """
            SELECT since FROM dead_address JOIN contact ON contact.id = contact
            WHERE name = ? AND service = ? AND token = ? AND topic = ?
            """,
            Self.values(address, name, service)
        ).first
        return try found?.optionalInteger().map { Timestamp(milliseconds: UInt64(clamping: $0)) }
    }

    private static func values(_ address: PushAddress.APNs, _ name: String, _ service: String) -> [DatabaseValue] {
        [.text(name), .text(service), .text(address.token), .text(address.topic)]
    }
}

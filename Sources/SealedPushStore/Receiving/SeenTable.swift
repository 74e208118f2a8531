// SPDX-License-Identifier: Apache-2.0

/// The rows of seen pushes; every call is part of a transaction.
///
/// No entry goes for its age: a clock that is set back, or loses its time, would make the push new again.
struct SeenTable {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func lookUp(_ push: SeenPush) throws(StoreError) -> SeenVerdict {
        guard let list = try list(of: push.signer) else { return .new }
        let sql = "SELECT 1 FROM seen WHERE list = ? AND message = ?"
        if try connection.row(sql, .integer(list.id), .blob(push.id.bytes)) != nil { return .duplicate }
        if let floor = list.floor, push.sentAt <= floor { return .belowFloor }
        return .new
    }

    /// Records a push that `lookUp` calls new.
    func record(_ push: SeenPush, capacity: Int) throws(StoreError) -> SeenVerdict {
        let verdict = try lookUp(push)
        guard verdict == .new else { return verdict }
        let list = try makeList(of: push.signer)
        var length = list.length
        while length >= capacity, try dropEarliest(list.id) { length -= 1 }
        try connection.change(
            "INSERT INTO seen (list, message, sent_at) VALUES (?, ?, ?)",
            .integer(list.id),
            .blob(push.id.bytes),
            .unsigned(push.sentAt)
        )
        // A length beyond the capacity is damage, and must not grow until it traps.
        try setLength(min(length, capacity - 1) + 1, of: list.id)
        return .new
    }

    // MARK: Lists

    private struct List {
        let id: Int64
        let length: Int
        let floor: Timestamp?
    }

    private func list(of signer: SigningKey.Public?) throws(StoreError) -> List? {
        let sql = "SELECT id, length, floor FROM seen_list WHERE signer = ?"
        guard var row = try connection.row(sql, Self.name(of: signer)) else { return nil }
        return List(id: try row.integer(), length: Int(try row.integer()), floor: try row.optionalUnsigned())
    }

    private func makeList(of signer: SigningKey.Public?) throws(StoreError) -> List {
        if let list = try list(of: signer) { return list }
        try connection.change("INSERT INTO seen_list (signer) VALUES (?)", Self.name(of: signer))
        return List(id: connection.lastInsertedRow, length: 0, floor: nil)
    }

    /// 32 zero bytes are no signer's key: they are not a usable point.
    private static func name(of signer: SigningKey.Public?) -> DatabaseValue {
        .blob(signer?.bytes ?? [UInt8](repeating: 0, count: 32))
    }

    private func setLength(_ length: Int, of list: Int64) throws(StoreError) {
        try connection.change(
            "UPDATE seen_list SET length = ?2 WHERE id = ?1",
            .integer(list),
            .integer(Int64(length))
        )
    }

    /// Drops the entry with the lowest time, which becomes the floor unless that is higher already.
    private func dropEarliest(_ list: Int64) throws(StoreError) -> Bool {
        let sql = "SELECT message, sent_at FROM seen WHERE list = ? ORDER BY sent_at LIMIT 1"
        guard var row = try connection.row(sql, .integer(list)) else { return false }
        let message = try row.blob()
        guard let sentAt = try row.optionalUnsigned() else { throw row.damaged }
        try connection.change("DELETE FROM seen WHERE list = ? AND message = ?", .integer(list), .blob(message))
        try connection.change(
            "UPDATE seen_list SET floor = max(coalesce(floor, ?2), ?2) WHERE id = ?1",
            .integer(list),
            .unsigned(sentAt)
        )
        return true
    }
}

// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// What is wrong with the store, a line for each; empty for a sound one, or where there is none.
    ///
    /// Reads everything in it, secrets too, and changes nothing.
    /// - Throws: `StoreError` for a store that cannot be read at all.
    package func check() throws(StoreError) -> [String] {
        let now = now
        return try read { (connection) throws(StoreError) in
            var problems = try Self.damage(in: connection)
            problems += try Self.brokenKeys(in: connection)
            if let owed = try connection.value(.erasureOwed) {
                let since = Timestamp(milliseconds: UInt64(clamping: owed))
                problems.append(
                    "keys erased on \(since) may still be in the store's log: end the programs that use it, then run any "
                        + "command that changes a key"
                )
            }
            let due = try connection.rows("SELECT 1 FROM own_key WHERE usable_until <= ?", .time(now)).count
            if due > 0 {
                let keys = due == 1 ? "1 replaced key is past its time" : "\(due) replaced keys are past their time"
                problems.append("\(keys) and not erased yet: the next command that uses the store does it")
            }
            return problems
        } ?? []
    }

    private static func damage(in connection: Connection) throws(StoreError) -> [String] {
        var problems: [String] = []
        for row in try connection.rows("PRAGMA quick_check(10)") {
            var row = row
            let line = try row.text()
            if line != "ok" { problems.append("the file is damaged: \(PrintableText.excerpt(line, limit: 200))") }
        }
        if try connection.row("PRAGMA foreign_key_check") != nil {
            problems.append("the file is damaged: rows that belong together do not")
        }
        return problems
    }

    /// Every secret key against its public half.
    private static func brokenKeys(in connection: Connection) throws(StoreError) -> [String] {
        let table = OwnKeyTable(connection)
        var problems: [String] = []
        for owner in try table.owners() {
            do throws(StoreError) {
                if owner.identitySecret != nil { _ = try table.identitySecret(of: owner) }
                for key in try table.keys(of: owner.id) {
                    switch owner.kind {
                    case .device: _ = try table.secret(key, as: DeviceKey.Secret.self)
                    case .signer: _ = try table.secret(key, as: SigningKey.Secret.self)
                    default: _ = try table.secret(key, as: SharedKey.self)
                    }
                }
            } catch {
                problems.append("'\(PrintableText.escape(owner.name))': \(error)")
            }
        }
        _ = try ContactTable(connection).contacts()
        return problems
    }
}

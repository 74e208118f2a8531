// SPDX-License-Identifier: Apache-2.0

/// What stands in a store's file, and how an older file becomes a newer one.
package struct Schema: Sendable {
    /// What a connection finds.
    package enum State: Hashable, Sendable {
        /// No table yet: a file that was just made.
        case empty
        /// Ours; reading works.
        case readable
        /// Ours, and too old to be read before it was migrated.
        case outdated
    }

    /// Marks a file of keys: "SPSt".
    static let keyStoreID: Int64 = 0x5350_5374

    static let current = Schema(migrations: [version1, version2, version3], oldestReadable: 1)

    /// Marks the file as ours.
    let applicationID: Int64
    /// What the file is: `key store`.
    let noun: String

    /// Each brings the file from its index to the next version, `PRAGMA user_version`.
    let migrations: [String]
    /// The oldest version that this code reads as it is.
    ///
    /// A migration that only adds leaves it alone, so that between an app's update and its first launch, which migrates,
    /// the extension still opens pushes.
    let oldestReadable: Int

    package init(
        migrations: [String],
        oldestReadable: Int,
        applicationID: Int64 = Self.keyStoreID,
        noun: String = StoreFile.keyStore
    ) {
        self.migrations = migrations
        self.oldestReadable = oldestReadable
        self.applicationID = applicationID
        self.noun = noun
    }

    var version: Int { migrations.count }

    /// What is there; inside a transaction, since another program may just be making it.
    ///
    /// - Throws: `StoreError.notAStore`, `newerVersion`.
    package func state(of connection: Connection) throws(StoreError) -> State {
        let place = PrintableText.escape(connection.path)
        let found = try number("PRAGMA user_version", in: connection)
        let application = try number("PRAGMA application_id", in: connection)
        if found == 0, application == 0, try number("SELECT count(*) FROM sqlite_schema", in: connection) == 0 {
            return .empty
        }
        guard application == applicationID else {
            throw StoreError(.notAStore, "\(place): a database of another program, not a \(noun)")
        }
        guard found <= version else {
            throw StoreError(
                .newerVersion,
                "\(place): made by a newer version (\(found)), this one reads up to \(version): update this program"
            )
        }
        return found >= oldestReadable ? .readable : .outdated
    }

    /// Brings the file to the current version; inside a transaction that changes.
    package func migrate(_ connection: Connection) throws(StoreError) {
        _ = try state(of: connection)
        let found = try number("PRAGMA user_version", in: connection)
        guard found < version else { return }
        for migration in migrations[max(0, Int(found))...] { try connection.execute(migration) }
        try connection.execute("PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
    }

    private func number(_ sql: String, in connection: Connection) throws(StoreError) -> Int64 {
        guard var row = try connection.row(sql) else { throw .damaged(connection.path, "no answer to '\(sql)'") }
        return try row.integer()
    }
}

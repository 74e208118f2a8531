// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushStore

/// How an older file becomes a newer one.
struct SchemaTests {
    private let fixture: StoreFixture

    private static let next = Schema(
        migrations: Schema.current.migrations + ["ALTER TABLE own ADD COLUMN colour TEXT"],
        oldestReadable: 1
    )

    private static let currentVersion = Int64(Schema.current.version)

    init() throws { fixture = try StoreFixture() }

    private func store(_ schema: Schema) throws -> SQLiteKeyStore {
        try SQLiteKeyStore(at: fixture.path, options: fixture.options, schema: schema)
    }

    private func version() throws -> Int64? {
        var row = try Connection(path: fixture.path, patience: 0).row("PRAGMA user_version")
        return try row?.integer()
    }

    @Test("Opening migrates nothing; maintenance and changes do")
    func migration() throws {
        _ = try fixture.store().makeDevice("phone")
        let newer = try store(Self.next)
        #expect(try newer.device("phone") != nil)
        #expect(try version() == Self.currentVersion)
        try newer.performMaintenance()
        #expect(try version() == Self.currentVersion + 1)
        #expect(try newer.device("phone") != nil)
        _ = try newer.makeDevice("tablet")
        #expect(try newer.ownKeys().map(\.name) == ["phone", "tablet"])
    }

    @Test("A new file takes all migrations at once")
    func fresh() throws {
        _ = try store(Self.next).makeDevice("phone")
        #expect(try version() == Self.currentVersion + 1)
    }

    @Test("A file of the first version is read as it is, and a statement brings it to the newest")
    func firstVersion() throws {
        _ = try store(Schema(migrations: [Schema.version1], oldestReadable: 1)).makeDevice("phone")
        #expect(try version() == 1)
        let opened = try fixture.store()
        #expect(try opened.device("phone") != nil)
        #expect(try opened.rows("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text("dead_address")]).isEmpty)
        #expect(try version() == 1)
        try opened.perform("DELETE FROM dead_address WHERE since < ?", [.integer(0)])
        #expect(try version() == Self.currentVersion)
        #expect(try opened.rows("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text("dead_address")]).count == 1)
        #expect(try opened.ownKeys().map(\.name) == ["phone"])
    }

    @Test("Where there is no store there are no rows, and asking makes none")
    func noFile() throws {
        #expect(try fixture.store().rows("SELECT 1", []).isEmpty)
        #expect(try fixture.names().isEmpty)
    }

    @Test("What is known of a contact's address goes with the contact")
    func addressGoes() throws {
        let opened = try fixture.store()
        try opened.trust(DeviceKey.Secret().publicKey, as: "phone")
        try opened.perform("INSERT INTO dead_address SELECT id, 'aa', 'app', 'production', 1 FROM contact", [])
        #expect(try opened.rows("SELECT since FROM dead_address", []).count == 1)
        try opened.delete("phone")
        #expect(try opened.rows("SELECT since FROM dead_address", []).isEmpty)
    }

    @Test("A newer file is refused by an older program, also by one that had it open")
    func newer() throws {
        let older = try fixture.store()
        _ = try older.makeDevice("phone")
        try store(Self.next).performMaintenance()
        expectStoreError(.newerVersion) { _ = try fixture.store() }
        expectStoreError(.newerVersion) { _ = try older.makeDevice("tablet") }
    }

    @Test("A migration that fails leaves the old file")
    func failing() throws {
        _ = try fixture.store().makeDevice("phone")
        let broken = Schema(
            migrations: Schema.current.migrations + ["CREATE TABLE extra (a); INSERT INTO nowhere VALUES (1)"],
            oldestReadable: 1
        )
        expectStoreError(.damaged) { _ = try store(broken).makeDevice("tablet") }
        #expect(try version() == Self.currentVersion)
        #expect(try fixture.store().ownKeys().map(\.name) == ["phone"])
        var row = try Connection(path: fixture.path, patience: 0).row(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"
        )
        #expect(try row?.integer() == 0)
    }

    @Test("A file that is too old to be read says who has to open it first")
    func outdated() throws {
        _ = try fixture.store().makeDevice("phone")
        let later = Schema(migrations: Self.next.migrations, oldestReadable: Self.next.version)
        expectStoreError(.olderVersion) { _ = try store(later) }
    }

    @Test("The database of another program is no store")
    func otherProgram() throws {
        try fixture.folder.write("store.db", "")
        try Connection(path: fixture.path, patience: 0).execute("CREATE TABLE bookmarks (url)")
        expectStoreError(.notAStore) { _ = try fixture.store() }
    }

    @Test("Every connection overwrites what it deletes and keeps rows together")
    func settings() throws {
        _ = try fixture.store().makeDevice("phone")
        let connection = try Connection(path: fixture.path, patience: 0)
        for (pragma, value) in [("secure_delete", 1), ("foreign_keys", 1), ("temp_store", 2), ("trusted_schema", 0)] {
            var row = try connection.row("PRAGMA \(pragma)")
            #expect(try row?.integer() == Int64(value))
        }
        var row = try connection.row("PRAGMA journal_mode")
        #expect(try row?.text() == "wal")
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// What became of each push, by the hash of its bytes: which a broker brings again after a listener was killed.
///
/// Killed at any instant it is old or new, never half. It holds no text of a push but of those that the user's program has
/// still to be run for (`Journal+Runs.swift`).
final class Journal: Sendable {
    /// What is known of one push.
    struct Entry: Hashable, Sendable {
        /// Whether its line was written and its program begun; the notification had been written down before.
        var isTold = false
        /// Whether a presenter has shown it.
        var isShown = false
        /// What the key store is still to be told.
        var seen: SeenPush?
    }

    /// Pushes that are remembered: far more than a broker sends before the first is acknowledged, which is 20.
    ///
    /// What comes again after that, the seen list of the key store knows.
    static let capacity: Int64 = 10_000
    private static let noun = "journal"
    /// Milliseconds that a change waits for another program, which is somebody who looks into the file.
    private static let patience: Int32 = 5000

    /// Outlives the process; a power cut may cost the last entries, and show those pushes again.
    private static let usualSync = "PRAGMA synchronous = NORMAL"

    private static let schema = Schema(
        migrations: [
            """
            CREATE TABLE push (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                -- SHA-256 of the payload, base64url
                hash TEXT NOT NULL UNIQUE,
                is_told INTEGER NOT NULL DEFAULT 0 CHECK (is_told IN (0, 1)),
                is_shown INTEGER NOT NULL DEFAULT 0 CHECK (is_shown IN (0, 1)),
                -- what goes to the seen list of the key store; NULL once it has
                seen TEXT
            ) STRICT;
            """,
            """
            CREATE TABLE run (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                -- what its program gets on standard input
                line TEXT NOT NULL,
                is_begun INTEGER NOT NULL DEFAULT 0 CHECK (is_begun IN (0, 1))
            ) STRICT;
            CREATE INDEX push_unrecorded ON push (seen) WHERE seen IS NOT NULL;
            """,
        ],
        oldestReadable: 1,
        // "SPLi".
        applicationID: 0x5350_4c69,
        noun: noun
    )

    /// SQLite's own lock makes calls of several threads one after another; this keeps their transactions whole.
    private let connection: Lock<Connection>

    init(at path: String) throws(StoreError) {
        let file = try StoreFile(path, noun: Self.noun)
        try file.make()
        guard let resolved = try file.check() else { throw StoreError(.missing, "\(path): could not be made") }
        let connection = try Connection(path: resolved, patience: Self.patience, noun: Self.noun)
        try connection.useLog()
        try connection.execute(Self.usualSync)
        try connection.transaction(.changing) { () throws(StoreError) in try Self.schema.migrate(connection) }
        self.connection = Lock(connection)
    }

    func entry(_ hash: String) throws(StoreError) -> Entry? {
        try connection.withLock { (connection) throws(StoreError) in
            guard
                var row = try connection.row("SELECT is_told, is_shown, seen FROM push WHERE hash = ?", .text(hash))
            else { return nil }
            return Entry(
                isTold: try row.integer() != 0,
                isShown: try row.integer() != 0,
                seen: try row.optionalText().flatMap(SeenText.push)
            )
        }
    }

    /// A push is about to be written down.
    func begin(_ hash: String, seen: SeenPush?) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change(
                "INSERT INTO push (hash, seen) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET seen = ?2",
                .text(hash),
                .text(seen.map(SeenText.text))
            )
            try connection.change(
                "DELETE FROM push WHERE number <= (SELECT max(number) FROM push) - ?",
                .integer(Self.capacity)
            )
        }
    }

    /// Its line was written.
    ///
    /// - Parameter run: What the user's program is to get for it; from here on it is run, whatever happens to this process.
    func setTold(_ hash: String, run: String? = nil) throws(StoreError) {
        try change(lasting: run != nil) { (connection) throws(StoreError) in
            try connection.change("UPDATE push SET is_told = 1 WHERE hash = ?", .text(hash))
            if let run { try connection.change("INSERT INTO run (line) VALUES (?)", .text(run)) }
        }
    }

    /// It is before the user.
    func setShown(_ hash: String) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change("UPDATE push SET is_shown = 1 WHERE hash = ?", .text(hash))
        }
    }

    /// The key store knows of it.
    func setRecorded(_ hash: String) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change("UPDATE push SET seen = NULL WHERE hash = ?", .text(hash))
        }
    }

    /// What was shown, and the key store has not been told of yet.
    func unrecorded() throws(StoreError) -> [(hash: String, seen: SeenPush)] {
        let rows = try read { (connection) throws(StoreError) in
            try connection.rows("SELECT hash, seen FROM push WHERE seen IS NOT NULL AND is_told = 1 ORDER BY number")
        }
        var found: [(hash: String, seen: SeenPush)] = []
        for var row in rows {
            let hash = try row.text()
            if let seen = SeenText.push(try row.text()) { found.append((hash, seen)) }
        }
        return found
    }

    /// Whether what the key store has not been told of yet has this push, in another wrapping.
    func isUnrecorded(_ seen: SeenPush, besides hash: String) throws(StoreError) -> Bool {
        let sql = "SELECT 1 FROM push WHERE seen = ? AND seen IS NOT NULL AND is_told = 1 AND hash <> ?"
        return try read { (connection) throws(StoreError) in
            try connection.row(sql, .text(SeenText.text(seen)), .text(hash)) != nil
        }
    }

    func read<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try connection.withLock { (connection) throws(StoreError) in try body(connection) }
    }

    /// - Parameter isLasting: Whether it must outlive a power cut: what a broker forgets afterwards.
    func change(
        lasting isLasting: Bool = false,
        _ body: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try connection.withLock { (connection) throws(StoreError) in
            if isLasting { try connection.execute("PRAGMA synchronous = FULL") }
            defer { if isLasting { try? connection.execute(Self.usualSync) } }
            try connection.transaction(.changing) { () throws(StoreError) in try body(connection) }
        }
    }
}

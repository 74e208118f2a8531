// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// What became of each push, by the hash of its bytes: which a broker brings again after a listener was killed.
///
/// Killed at any instant it is old or new, never half. It holds no text of a push.
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
            """
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
        // Outlives the process; a power cut may cost the last entries, and show those pushes again.
        try connection.execute("PRAGMA synchronous = NORMAL")
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
    func setTold(_ hash: String) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change("UPDATE push SET is_told = 1 WHERE hash = ?", .text(hash))
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

    private func change(_ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
        try connection.withLock { (connection) throws(StoreError) in
            try connection.transaction(.changing) { () throws(StoreError) in try body(connection) }
        }
    }
}

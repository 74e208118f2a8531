// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSQLite

extension Connection {
    package enum Access: String {
        /// One state of the store for all statements in it; waits for nobody.
        case reading = "BEGIN"
        /// The one writer, from the first statement on.
        case changing = "BEGIN IMMEDIATE"
    }

    /// Runs `body` as one transaction: all of it, or nothing.
    package func transaction<Result>(
        _ access: Access,
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute(access.rawValue)
        do throws(StoreError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // After some errors, a full disk for one, SQLite has rolled back by itself.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Sets the write-ahead log; it is kept in the file, so that every other connection finds it.
    package func useLog() throws(StoreError) {
        // SQLite waits for nobody in this one statement, so where two programs make a store at once, the slower one waits
        // for the end of the other's transaction by asking for one of its own.
        for _ in 0..<20 {
            do throws(StoreError) {
                guard var row = try row("PRAGMA journal_mode = WAL"), try row.text() == "wal" else { break }
                return
            } catch {
                guard error.code == .busy else { throw error }
                try transaction(.changing) { () throws(StoreError) in }
            }
        }
        let place = PrintableText.escape(path)
        throw StoreError(.file, "\(place): this file system cannot hold a store: it gives no write-ahead log")
    }
}

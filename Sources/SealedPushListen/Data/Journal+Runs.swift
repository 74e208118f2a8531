// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore

/// The runs of the user's program that have not ended yet, with the text of their pushes: it goes with the run.
extension Journal {
    /// One of them.
    struct Run: Hashable, Sendable {
        let number: Int64
        let line: String
        /// Whether its program had begun, in a process that has ended since.
        let wasBegun: Bool

        /// What the program gets.
        var input: String {
            // An object is never empty here.
            wasBegun ? line.dropLast() + #","inDoubt":true}"# : line
        }
    }

    func runCount() throws(StoreError) -> Int {
        try read { (connection) throws(StoreError) in
            guard var row = try connection.row("SELECT count(*) FROM run") else { return 0 }
            return Int(try row.integer())
        }
    }

    func addRun(_ line: String) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change("INSERT INTO run (line) VALUES (?)", .text(line))
        }
    }

    /// The first one after another.
    func run(after number: Int64) throws(StoreError) -> Run? {
        let sql = "SELECT number, line, is_begun FROM run WHERE number > ? ORDER BY number LIMIT 1"
        return try read { (connection) throws(StoreError) in
            guard var row = try connection.row(sql, .integer(number)) else { return nil }
            return Run(number: try row.integer(), line: try row.text(), wasBegun: try row.integer() != 0)
        }
    }

    /// Its program is about to begin, or could not.
    func setRunBegun(_ number: Int64, _ isBegun: Bool) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change(
                "UPDATE run SET is_begun = ?2 WHERE number = ?1",
                .integer(number),
                .integer(isBegun ? 1 : 0)
            )
        }
    }

    /// Its program has ended.
    func endRun(_ number: Int64) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.change("DELETE FROM run WHERE number = ?", .integer(number))
        }
    }
}

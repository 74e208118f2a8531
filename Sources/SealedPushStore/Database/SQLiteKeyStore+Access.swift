// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// The rows of an answer, for programs that keep something of their own beside the keys; none where there is no store.
    package func rows(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> [Row] {
        var rows: [Row] = []
        _ = try read { (connection) throws(StoreError) in rows = try connection.rows(sql, values) }
        return rows
    }

    /// One statement as one transaction, for the same programs; migrates the file before it.
    package func perform(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) {
        try change { (connection) throws(StoreError) in _ = try connection.rows(sql, values) }
    }
}

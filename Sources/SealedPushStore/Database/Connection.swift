// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSQLite

/// One connection to a store's file; everything SQLite says goes through here.
@safe
package final class Connection: @unchecked Sendable {
    // Unchecked because it holds a C pointer: it never changes, and SQLite itself serialises the calls on a handle that
    // was opened with SQLITE_OPEN_FULLMUTEX.
    let handle: OpaquePointer
    let path: String
    /// What a file that is no database is not: `key store`.
    private let noun: String

    /// Opens a file that is there; its path was resolved and checked (`StoreFile`).
    ///
    /// - Parameter patience: milliseconds to wait for another program that writes.
    package init(path: String, patience: Int32, noun: String = StoreFile.keyStore) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOFOLLOW
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let handle = unsafe opened else {
            throw StoreError(.notEnoughMemory, "not enough memory to open \(PrintableText.escape(path))")
        }
        unsafe self.handle = handle
        self.path = path
        self.noun = noun
        // Whoever throws from here on leaves the closing to `deinit`.
        try check(status)
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, patience)
        // Deleted content is overwritten; secrets never go to temporary files; functions of ours cannot be named by a
        // schema that somebody else wrote; broken cells are found before they are used.
        try execute(
            """
            PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
            """
        )
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Runs statements that answer nothing and take no values.
    package func execute(_ sql: String) throws(StoreError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs one statement and returns how many rows it changed.
    @discardableResult
    package func change(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Int {
        _ = try run(sql, values)
        return unsafe Int(sqlite3_changes(handle))
    }

    /// All rows of an answer.
    package func rows(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> [Row] {
        try run(sql, values)
    }

    /// All rows of an answer.
    package func rows(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> [Row] {
        try run(sql, values)
    }

    /// The first row of an answer.
    package func row(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Row? {
        try run(sql, values).first
    }

    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    private func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> [Row] {
        var prepared: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
        let statement = unsafe prepared
        defer { unsafe sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            try check(unsafe bind(value, to: statement, at: Int32(index + 1)))
        }
        var rows: [Row] = []
        while true {
            let status = unsafe sqlite3_step(statement)
            guard status == SQLITE_ROW else {
                if status == SQLITE_DONE { return rows }
                throw failure(status)
            }
            rows.append(
                Row(unsafe (0..<sqlite3_column_count(statement)).map { unsafe value(of: statement, $0) }, path: path)
            )
        }
    }

    @unsafe private func bind(_ value: DatabaseValue, to statement: OpaquePointer?, at index: Int32) -> Int32 {
        switch value {
        case .integer(let number):
            return unsafe sqlite3_bind_int64(statement, index, number)
        case .text(let text):
            let count = Int32(text.utf8.count)
            return unsafe sealedpush_sqlite3_bind_text_copied(statement, index, text, count)
        case .blob(let bytes):
            return unsafe sealedpush_sqlite3_bind_blob_copied(statement, index, bytes, Int32(bytes.count))
        case .null:
            return unsafe sqlite3_bind_null(statement, index)
        }
    }

    @unsafe private func value(of statement: OpaquePointer?, _ column: Int32) -> DatabaseValue {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            // In this order, as SQLite asks: the pointer first, then its length.
            guard let text = unsafe sqlite3_column_text(statement, column) else { return .null }
            let count = Int(unsafe sqlite3_column_bytes(statement, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = unsafe sqlite3_column_blob(statement, column) else { return .blob([]) }
            let count = Int(unsafe sqlite3_column_bytes(statement, column))
            return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        case SQLITE_NULL:
            return .null
        default:
            // No table of ours holds a number with a fraction; whoever asks for the column calls it damage.
            return .text("")
        }
    }

    // MARK: Status codes

    /// The one place where a status of SQLite is judged.
    func check(_ status: Int32) throws(StoreError) {
        guard status == SQLITE_OK else { throw failure(status) }
    }

    private func failure(_ status: Int32) -> StoreError {
        let place = PrintableText.escape(path)
        switch status & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StoreError(.busy, "\(place): another program holds the store: try again")
        case SQLITE_FULL:
            return StoreError(.diskFull, "\(place): no room left on the disk")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return StoreError(.readOnly, "\(place): the store may not be written to; give this user it and its folder")
        case SQLITE_NOMEM:
            return StoreError(.notEnoughMemory, "\(place): not enough memory")
        case SQLITE_NOTADB:
            return StoreError(.notAStore, "\(place): this is no \(noun)")
        case SQLITE_CANTOPEN, SQLITE_IOERR:
            let number = unsafe sqlite3_system_errno(handle)
            guard number != 0 else { return StoreError(.file, "\(place): the store cannot be opened, read or written") }
            return StoreError(FileError("use the store", path, errno: number))
        default:
            // Broken pages, a schema that is not ours, a rule of the schema that is not kept.
            return .damaged(path, unsafe PrintableText.excerpt(String(cString: sqlite3_errmsg(handle))))
        }
    }
}

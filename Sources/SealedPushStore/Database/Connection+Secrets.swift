// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSQLite

/// Secrets go between guarded memory and the page of the file that holds them, by SQLite's incremental access to blobs:
/// nothing is bound to a statement or read from one, which would leave copies in ordinary memory.
///
/// SQLite's own cache of pages is such memory, and nothing but closing the connection gives it back.
extension Connection {
    private static let secretLength = 32

    /// Stores 32 secret bytes and returns the row they are in.
    func insertSecret(_ secret: SecretBytes) throws(StoreError) -> Int64 {
        try change("INSERT INTO secret (bytes) VALUES (zeroblob(32))")
        let row = lastInsertedRow
        unsafe try withSecret(row, writing: true) { (blob) throws(StoreError) in
            let status = secret.withBytes { span in
                unsafe span.withUnsafeBytes { bytes in
                    unsafe sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), 0)
                }
            }
            try check(status)
        }
        return row
    }

    /// Reads 32 secret bytes into guarded memory.
    func secret(_ row: Int64) throws(StoreError) -> SecretBytes {
        unsafe try withSecret(row, writing: false) { (blob) throws(StoreError) in
            guard unsafe sqlite3_blob_bytes(blob) == Self.secretLength else {
                throw StoreError.damaged(path, "a secret key has the wrong length")
            }
            var status = SQLITE_OK
            let bytes = try StoreError.wrapping { () throws(KeyError) in
                unsafe try SecretBytes(capacity: Self.secretLength) { buffer in
                    status = unsafe sqlite3_blob_read(blob, buffer, Int32(Self.secretLength), 0)
                    return Self.secretLength
                }
            }
            try check(status)
            return bytes
        }
    }

    /// Deletes a secret: its bytes are overwritten in the file, and once the log is emptied nowhere else.
    func eraseSecret(_ row: Int64) throws(StoreError) {
        try change("DELETE FROM secret WHERE id = ?", .integer(row))
    }

    /// Moves the write-ahead log into the file and cuts it to nothing, so that no older page is left in it.
    ///
    /// - Throws: `StoreError.busy` while another program still reads an older state.
    func emptyLog() throws(StoreError) {
        try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
    }

    private func withSecret<Result>(
        _ row: Int64,
        writing: Bool,
        _ body: (OpaquePointer) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var opened: OpaquePointer?
        let status = unsafe sqlite3_blob_open(handle, "main", "secret", "bytes", row, writing ? 1 : 0, &opened)
        guard status == SQLITE_OK, let blob = unsafe opened else {
            unsafe sqlite3_blob_close(opened)
            // "No such row" comes as a plain error.
            try check(status)
            throw StoreError.damaged(path, "a secret key is gone")
        }
        defer { unsafe sqlite3_blob_close(blob) }
        return unsafe try body(blob)
    }
}

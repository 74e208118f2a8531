// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// Migrates the file, erases what is due and finishes erasures that were hindered; for the app alone, at each launch.
    ///
    /// Every change of keys or contacts does the same. A store that does not exist is not made.
    ///
    /// - Throws: `StoreError`.
    public func performMaintenance() throws(StoreError) {
        guard try exists() else { return }
        let now = now
        _ = try change { (connection) throws(StoreError) in
            // What a revoked contact had stays known, so that none of it comes back by another way.
            try connection.change(
                """
                DELETE FROM contact_key WHERE usable_until <= ?
                AND contact IN (SELECT id FROM contact WHERE revoked IS NULL)
                """,
                .time(now)
            )
        }
    }

    /// `performMaintenance` where a key is to be erased; else nothing is written, and no other program waited for.
    ///
    /// - Throws: `StoreError`.
    package func eraseWhatIsDue() throws(StoreError) {
        let now = now
        let isDue = try read { (connection) throws(StoreError) in
            if try connection.value(.erasureOwed) != nil { return true }
            return try connection.row("SELECT 1 FROM own_key WHERE usable_until <= ?", .time(now)) != nil
        }
        if isDue == true { try performMaintenance() }
    }

    /// Since when erased secrets may still be in the store's log because another program was reading; `nil` when all
    /// erasing was finished.
    ///
    /// - Throws: `StoreError`.
    public func erasureOwedSince() throws(StoreError) -> Timestamp? {
        let value = try read { (connection) throws(StoreError) in try connection.value(.erasureOwed) } ?? nil
        return value.map { Timestamp(milliseconds: UInt64(clamping: $0)) }
    }

    /// Empties the log if something was erased; what cannot be done now stays noted in the file.
    func settleErasure(_ connection: Connection) {
        do throws(StoreError) {
            guard try connection.value(.erasureOwed) != nil else { return }
            try connection.emptyLog()
            try connection.set(.erasureOwed, nil)
        } catch {
            // The change itself is done. The note was written with it, `erasureOwedSince` and `check` report it, and the
            // next change or maintenance tries again.
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore

extension NotificationStore {
    /// How many pushes are known again.
    ///
    /// A provider brings again what it has no answer for, which is what was on its way when
    /// the connection or the process ended: some dozens; this is far beyond, and some hundred KB.
    private static let takenCapacity: Int64 = 10_000

    func hasTaken(_ key: String) throws(StoreError) -> Bool {
        try connection.row("SELECT 1 FROM taken WHERE key = ?", .text(key)) != nil
    }

    /// In a transaction with what came of the push: both, or nothing.
    func markTaken(_ key: String) throws(StoreError) {
        guard try connection.change("INSERT OR IGNORE INTO taken (key) VALUES (?)", .text(key)) > 0 else { return }
        let oldest = connection.lastInsertedRow - Self.takenCapacity
        try connection.change("DELETE FROM taken WHERE number <= ?", .integer(oldest))
    }
}

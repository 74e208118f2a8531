// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore: FailureLog {
    /// Counts one failure; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable` when another program held the store for 200 ms.
    public func record(_ reason: OpenFailure.Reason, at time: Timestamp) throws(KeyStoreError) {
        _ = try answering(.changing) { (connection) throws(StoreError) in
            try connection.change(
                """
                INSERT INTO failure (reason, count, last) VALUES (?1, 1, ?2)
                ON CONFLICT (reason) DO UPDATE SET count = count + 1, last = ?2
                """,
                .text(reason.rawValue),
                .time(time)
            )
        }
    }

    /// What was counted since it was last cleared, a record for each reason; nothing where there is no store.
    ///
    /// - Throws: `KeyStoreError.unavailable`.
    public func failures() throws(KeyStoreError) -> [FailureRecord] {
        do throws(StoreError) {
            return try read { (connection) throws(StoreError) in try Self.failures(connection) } ?? []
        } catch {
            throw KeyStoreError(.unavailable, error.description)
        }
    }

    /// Starts counting anew, as an app does once it has paired again; for the app alone.
    ///
    /// - Throws: `StoreError`.
    public func clearFailures() throws(StoreError) {
        guard try exists() else { return }
        try change { (connection) throws(StoreError) in _ = try connection.change("DELETE FROM failure") }
    }

    /// Whether to send the current card again now, because pushes came for a key that is not here; for the app alone.
    ///
    /// Such pushes are not authenticated: a provider can make them up. So the answer is yes at most once in 24 hours, only
    /// after a new failure, and a yes is remembered as done. Never make, rotate or delete a key because of one.
    /// - Throws: `StoreError`.
    public func claimCardResend() throws(StoreError) -> Bool {
        guard try exists() else { return false }
        let now = now
        return try change { (connection) throws(StoreError) in
            let last = try connection.value(.cardSentAgain).map { Timestamp(milliseconds: UInt64(clamping: $0)) }
            let reasons: [OpenFailure.Reason] = [.unknownKey, .retiredKey]
            let failed = try Self.failures(connection).filter { reasons.contains($0.reason) }.map(\.last).max()
            guard let failed, Self.isDue(now, failed: failed, last: last) else { return false }
            try connection.set(.cardSentAgain, Int64(clamping: now.milliseconds))
            return true
        }
    }

    private static func isDue(_ now: Timestamp, failed: Timestamp, last: Timestamp?) -> Bool {
        // A last time in the future was a wrong clock's.
        guard let last, last <= now else { return true }
        return failed > last && now.milliseconds - last.milliseconds >= 24 * 60 * 60 * 1000
    }

    private static func failures(_ connection: Connection) throws(StoreError) -> [FailureRecord] {
        var records: [FailureRecord] = []
        for row in try connection.rows("SELECT reason, count, last FROM failure ORDER BY reason") {
            var row = row
            let reason = OpenFailure.Reason(rawValue: try row.text())
            records.append(
                FailureRecord(reason: reason, count: Int(try row.integer()), last: try row.time())
            )
        }
        return records
    }
}

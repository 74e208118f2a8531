// SPDX-License-Identifier: Apache-2.0

/// Failures for as long as the process lives: for tests.
public final class InMemoryFailureLog: FailureLog {
    private let records = Lock<[OpenFailure.Reason: FailureRecord]>([:])

    /// Starts without a record.
    public init() {}

    /// Counts one failure; never throws.
    public func record(_ reason: OpenFailure.Reason, at time: Timestamp) {
        records.withLock { records in
            let count = (records[reason]?.count ?? 0) + 1
            records[reason] = FailureRecord(reason: reason, count: count, last: time)
        }
    }

    /// What was counted, a record for each reason.
    public func failures() -> [FailureRecord] {
        records.withLock { $0.values.sorted { $0.reason.rawValue < $1.reason.rawValue } }
    }
}

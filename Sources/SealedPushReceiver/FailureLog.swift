// SPDX-License-Identifier: Apache-2.0

/// Counts the pushes that could not be opened, so that an app can tell when to pair again.
public protocol FailureLog: Sendable {
    /// Counts one failure; a short write, in the extension at most 200 ms.
    ///
    /// - Throws: `KeyStoreError` when it could not be written in time; the push is shown as it would be anyway.
    func record(_ reason: OpenFailure.Reason, at time: Timestamp) throws(KeyStoreError)

    /// What was counted since it was last cleared, a record for each reason.
    func failures() throws(KeyStoreError) -> [FailureRecord]
}

/// How often pushes failed for one reason.
public struct FailureRecord: Hashable, Sendable {
    /// Why.
    public let reason: OpenFailure.Reason
    /// How often.
    public let count: Int
    /// When last.
    public let last: Timestamp

    /// Takes what was counted.
    public init(reason: OpenFailure.Reason, count: Int, last: Timestamp) {
        self.reason = reason
        self.count = count
        self.last = last
    }
}

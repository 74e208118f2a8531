// SPDX-License-Identifier: Apache-2.0

/// A single fact about a store.
enum Fact: String {
    /// 1 once a signer was trusted, for good: unsigned pushes are refused from then on, until someone says otherwise.
    case requiresSignature = "requires-signature"
    /// When secrets were erased whose older pages may still be in the write-ahead log.
    case erasureOwed = "erasure-owed"
    /// When an app last sent its card again because pushes could not be opened.
    case cardSentAgain = "card-sent-again"
}

extension Connection {
    func value(_ fact: Fact) throws(StoreError) -> Int64? {
        var row = try row("SELECT value FROM fact WHERE name = ?", .text(fact.rawValue))
        return try row?.integer()
    }

    func set(_ fact: Fact, _ value: Int64?) throws(StoreError) {
        if let value {
            try change(
                "INSERT INTO fact (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
                .text(fact.rawValue),
                .integer(value)
            )
        } else {
            try change("DELETE FROM fact WHERE name = ?", .text(fact.rawValue))
        }
    }
}

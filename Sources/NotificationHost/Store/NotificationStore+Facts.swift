// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

extension NotificationStore {
    /// Single numbers.
    enum Fact: String {
        /// The raw value of the authorization status.
        case authorizationStatus
        /// The bits of what was granted.
        case authorizationOptions
        /// The number on the app's icon.
        case badge
    }

    func fact(_ fact: Fact) throws(StoreError) -> Int? {
        guard var row = try connection.row("SELECT value FROM fact WHERE name = ?", .text(fact.rawValue)) else {
            return nil
        }
        return Int(try row.integer())
    }

    func set(_ fact: Fact, to value: Int) throws(StoreError) {
        try connection.change(
            "INSERT INTO fact VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
            .text(fact.rawValue),
            .integer(Int64(value))
        )
    }

    /// The address of this app on this device, made at the first call.
    func deviceToken(length: Int) throws(StoreError) -> [UInt8] {
        try change { () throws(StoreError) in
            if var row = try connection.row("SELECT bytes FROM token") { return try row.blob() }
            let token = Sodium.randomBytes(length)
            try connection.change("INSERT INTO token VALUES (1, ?)", .blob(token))
            return token
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore: SeenIDs {
    /// Looks a push up and writes nothing; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable`.
    public func lookUp(_ push: SeenPush) throws(KeyStoreError) -> SeenVerdict {
        try answering { (connection) throws(StoreError) in try SeenTable(connection).lookUp(push) }
    }

    /// Looks a push up and, if it is new, records it, as one transaction; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable` when another program held the store for 200 ms.
    public func record(_ push: SeenPush, now: Timestamp?) throws(KeyStoreError) -> SeenVerdict {
        let capacity = push.signer == nil ? options.unsignedCapacity : options.signerCapacity
        return try answering(.changing) { (connection) throws(StoreError) in
            try SeenTable(connection).record(push, capacity: capacity)
        }
    }
}

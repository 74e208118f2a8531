// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore: KeyStore {
    /// The store's own keys of a KIND (`deviceSecret` or `sharedSecret`) with that id; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable`, also where there is no store.
    public func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        try answering { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            var keys: [OpeningKey] = []
            for (key, name) in try table.openingKeys(of: kind, id: id) {
                switch kind {
                case .deviceSecret:
                    keys.append(
                        OpeningKey(
                            try table.secret(key, as: DeviceKey.Secret.self),
                            name: name,
                            created: key.created,
                            usableUntil: key.usableUntil
                        )
                    )
                case .sharedSecret:
                    keys.append(
                        OpeningKey(
                            try table.secret(key, as: SharedKey.self),
                            name: name,
                            created: key.created,
                            usableUntil: key.usableUntil
                        )
                    )
                default: break
                }
            }
            return OpeningKeys(keys, hasRetired: try table.hasRetired(kind, id: id))
        }
    }

    /// The trusted signers with that id; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable`, also where there is no store.
    public func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
        try answering { (connection) throws(StoreError) in
            let sql = """
                SELECT contact.name, contact_key.fingerprint, contact_key.public, contact_key.usable_until
                FROM contact_key JOIN contact ON contact.id = contact_key.contact
                WHERE substr(contact_key.fingerprint, 1, 8) = ? AND contact.kind = 'signer'
                AND contact.name IS NOT NULL AND contact.revoked IS NULL
                ORDER BY contact_key.usable_until IS NOT NULL, contact_key.id DESC
                """
            var signers: [TrustedSigner] = []
            for row in try connection.rows(sql, .blob(id.value.bigEndianBytes)) {
                var row = row
                let name = try row.text()
                let fingerprint = try row.fingerprint()
                let key = try OwnKeyTable(connection).publicKey(try row.blob(), as: SigningKey.Public.self)
                guard key.fingerprint == fingerprint else { throw row.damaged }
                signers.append(TrustedSigner(key, name: name, usableUntil: try row.optionalTime()))
            }
            return signers
        }
    }

    /// Whether a signer was ever trusted, and nobody has said otherwise since; for app and extension.
    ///
    /// - Throws: `KeyStoreError.unavailable`, also where there is no store.
    public func requiresSignature() throws(KeyStoreError) -> Bool {
        try answering { (connection) throws(StoreError) in
            try connection.value(.requiresSignature) == 1
        }
    }

    /// A transaction of a receiver, with the errors that its protocols throw.
    func answering<Result>(
        _ access: Connection.Access = .reading,
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(KeyStoreError) -> Result {
        do throws(StoreError) {
            guard let result = try receive(access, body) else { throw missing }
            return result
        } catch {
            throw KeyStoreError(.unavailable, error.description)
        }
    }
}

extension OwnKeyTable {
    /// What the KIND of a secret key is called in the column of names.
    private static func column(_ kind: KeyKind) -> String {
        kind == .deviceSecret ? KeyKind.device.rawValue : kind.rawValue
    }

    func openingKeys(of kind: KeyKind, id: KeyID) throws(StoreError) -> [(key: Key, name: String)] {
        let sql = """
            SELECT own.name, own.id, own_key.id FROM own_key JOIN own ON own.id = own_key.own
            WHERE substr(own_key.fingerprint, 1, 8) = ? AND own.kind = ?
            """
        let rows = try connection.rows(sql, .blob(id.value.bigEndianBytes), .text(Self.column(kind)))
        var found: [(key: Key, name: String)] = []
        for row in rows {
            var row = row
            let name = try row.text()
            let owner = try row.integer()
            let key = try row.integer()
            found += try keys(of: owner).filter { $0.id == key }.map { ($0, name) }
        }
        return found
    }

    func hasRetired(_ kind: KeyKind, id: KeyID) throws(StoreError) -> Bool {
        try connection.row(
            "SELECT 1 FROM retired_key WHERE substr(fingerprint, 1, 8) = ? AND kind = ?",
            .blob(id.value.bigEndianBytes),
            .text(Self.column(kind))
        ) != nil
    }
}

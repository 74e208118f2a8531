// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// The text of a key file with the secrets under a name: the identity and the current key.
    ///
    /// - Throws: `StoreError.notFound`, `wrongKind` for a contact, `revoked`.
    package func keyFile(of name: String) throws(StoreError) -> SecretBytes {
        let keys = try read { (connection) throws(StoreError) -> [AnyKey] in
            let table = OwnKeyTable(connection)
            guard let owner = try table.owner(named: name) else {
                guard try connection.holder(of: name) == nil else {
                    throw StoreError(
                        .wrongKind,
                        "'\(PrintableText.escape(name))' is a contact, which has no secret key here"
                    )
                }
                throw .notFound(name)
            }
            if let revoked = owner.revoked { throw .revoked(name, at: revoked) }
            let key = try table.currentKey(of: owner)
            let identity: [AnyKey] = owner.identity == nil ? [] : [.identitySecret(try table.identitySecret(of: owner))]
            switch owner.kind {
            case .device: return identity + [.deviceSecret(try table.secret(key, as: DeviceKey.Secret.self))]
            case .signer: return identity + [.signerSecret(try table.secret(key, as: SigningKey.Secret.self))]
            default: return [.sharedSecret(try table.secret(key, as: SharedKey.self))]
            }
        }
        guard let keys else { throw .notFound(name) }
        let now = now
        return try StoreError.wrapping { () throws(KeyError) in
            try KeyFile.compose(keys, name: name, created: now)
        }
    }

    /// Takes the keys of a key file: one device, signer or shared key, with its identity where it has one.
    ///
    /// The rest of a store does not travel with them: a device on a second machine is a copy, with a memory of its own of
    /// what it has shown.
    /// - Throws: `StoreError.badName`, `nameTaken`, `keyInUse`, `wrongKind` for other keys.
    @discardableResult
    package func importKeys(_ keys: [AnyKey], as name: String) throws(StoreError) -> OwnKeys {
        var identity: Identity.Secret?
        var found: [(kind: KeyKind, key: any SecretKey, publicBytes: [UInt8]?)] = []
        for key in keys {
            switch key {
            case .identitySecret(let key) where identity == nil: identity = key
            case .deviceSecret(let key): found.append((.device, key, key.publicKey.bytes))
            case .signerSecret(let key): found.append((.signer, key, key.publicKey.bytes))
            case .sharedSecret(let key): found.append((.sharedSecret, key, nil))
            default: throw Self.notOneKey
            }
        }
        guard let new = found.first, found.count == 1, identity == nil || new.kind != .sharedSecret else {
            throw Self.notOneKey
        }
        let given = identity
        let now = now
        return try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            if let holder = try table.name(of: new.key.fingerprint) { throw .keyInUse(holder) }
            if let given, let holder = try table.owners().first(where: { $0.identity == given.publicKey }) {
                throw .keyInUse(holder.name)
            }
            _ = try table.insert(new.key, new.publicBytes, new.kind, given, name, now: now)
            return try table.description(of: try table.existingOwner(name))
        }
    }

    private static var notOneKey: StoreError {
        StoreError(
            .wrongKind,
            "a key file holds one device-secret or signer-secret, with its identity-secret or without, or a shared-secret"
        )
    }
}

extension StoreError {
    static func keyInUse(_ name: String) -> StoreError {
        StoreError(.keyInUse, "this key is in the store already, as '\(PrintableText.escape(name))'")
    }
}

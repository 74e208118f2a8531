// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// Makes a new current key under a name; the old one stays good for a while, and its secret is erased then.
    ///
    /// A device's or signer's next card carries the new key and the grace. Keys that were replaced before keep their own
    /// end where that is earlier.
    /// - Parameters:
    ///   - name: The local name of an own device, signer or shared key.
    ///   - grace: Seconds, at most 30 days, the longest APNs stores a push; 0 when the old key was compromised: it is
    ///     erased at once.
    /// - Throws: `StoreError.notFound`, `wrongKind` for a contact, `revoked`, `noIdentity`, `badValue`.
    @discardableResult
    public func rotate(_ name: String, grace: UInt32 = Limits.timeToLive) throws(StoreError) -> OwnKeys {
        guard grace <= Limits.timeToLive else {
            throw StoreError(.badValue, "a grace of \(grace) seconds, allowed are 0 to \(Limits.timeToLive)")
        }
        let now = now
        return try change { (connection) throws(StoreError) in
            let table = OwnKeyTable(connection)
            guard let owner = try table.owner(named: name) else {
                guard try connection.holder(of: name) == nil else {
                    throw StoreError(
                        .wrongKind,
                        "'\(PrintableText.escape(name))' is a contact: its owner rotates its keys"
                    )
                }
                throw .notFound(name)
            }
            if let revoked = owner.revoked { throw .revoked(name, at: revoked) }
            let (key, publicBytes) = try Self.newKey(for: owner, in: table)
            try table.supersedeKeys(of: owner.id, until: now.adding(seconds: grace), now: now)
            try table.insertKey(key, publicBytes: publicBytes, owner: owner.id, now: now)
            try connection.change(
                "UPDATE own SET grace = ?2 WHERE id = ?1",
                .integer(owner.id),
                .integer(Int64(grace))
            )
            return try table.description(of: try table.existingOwner(name))
        }
    }

    private static func newKey(
        for owner: OwnKeyTable.Owner,
        in table: OwnKeyTable
    ) throws(StoreError) -> (any SecretKey, [UInt8]?) {
        // Nobody could be told of a new key.
        guard owner.identity != nil || owner.kind == .sharedSecret else { throw table.noIdentity(owner) }
        return try StoreError.wrapping { () throws(KeyError) in
            switch owner.kind {
            case .device:
                let key = try DeviceKey.Secret()
                return (key, key.publicKey.bytes)
            case .signer:
                let key = try SigningKey.Secret()
                return (key, key.publicKey.bytes)
            default:
                return (try SharedKey(), nil)
            }
        }
    }
}

extension OwnKeyTable {
    /// - Throws: `StoreError.notFound`.
    func existingOwner(_ name: String) throws(StoreError) -> Owner {
        guard let owner = try owner(named: name) else { throw .notFound(name) }
        return owner
    }
}

extension Timestamp {
    func adding(seconds: UInt32) -> Timestamp {
        let (end, overflow) = milliseconds.addingReportingOverflow(UInt64(seconds) * 1000)
        return Timestamp(milliseconds: overflow ? .max : end)
    }
}

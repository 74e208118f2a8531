// SPDX-License-Identifier: Apache-2.0

/// The rules of `KeysAndCards`, "Contacts".
extension ContactTable {
    func accept(_ card: KeyCard, as name: String, replacing: Bool, now: Timestamp) throws(StoreError) -> Acceptance {
        let known = try records(of: card.identity)
        let record = known.first { $0.kind == card.kind }
        if card.isRevocation { return try end(card, known: known, record, now: now) }
        if let revoked = known.compactMap(\.revoked).first {
            throw StoreError(.revoked, "the identity of this card was revoked on \(revoked), for good")
        }
        if let record, card.serial < record.serial {
            throw StoreError(
                .oldCard,
                "an old card: its serial is \(card.serial), a card with \(record.serial) was accepted before"
            )
        }
        if let record, let knownName = record.name {
            return try update(record, knownName, card, as: name, now: now)
        }
        let key = try requireKey(of: card)
        try settle(name, replacing: replacing)
        try requireUnused(key, by: record?.id)
        let id: Int64
        if let record {
            // Deleted before, and back with a card no older than the last.
            try update(record, name: name, card: card, now: now)
            id = record.id
        } else {
            id = try insert(name: name, kind: card.kind, card: card, now: now)
        }
        return try finish(.added, id, key, grace: card.grace, now: now)
    }

    func accept(
        _ key: any PublicKey,
        _ kind: KeyKind,
        as name: String,
        replacing: Bool,
        now: Timestamp
    ) throws(StoreError) -> Acceptance {
        if let record = try holder(of: key.fingerprint), record.revoked == nil, record.name == name {
            return Acceptance(change: .none, contact: try description(of: record))
        }
        try requireUnused(key, by: nil)
        try settle(name, replacing: replacing)
        let id = try insert(name: name, kind: kind, card: nil, now: now)
        return try finish(.added, id, key, grace: 0, now: now)
    }

    private func update(
        _ record: Record,
        _ knownName: String,
        _ card: KeyCard,
        as name: String,
        now: Timestamp
    ) throws(StoreError) -> Acceptance {
        if name != knownName, try connection.holder(of: name) != nil {
            throw StoreError(
                .otherIdentity,
                "this card is that of '\(PrintableText.escape(knownName))', not of '\(PrintableText.excerpt(name))'"
            )
        }
        guard card.serial > record.serial else {
            guard card == record.card else {
                throw StoreError(.copiedIdentity, "two cards with one serial: this identity was copied or stolen")
            }
            return Acceptance(change: .none, contact: try description(of: record))
        }
        let key = try requireKey(of: card)
        try requireUnused(key, by: record.id)
        try update(record, name: knownName, card: card, now: now)
        return try finish(.updated, record.id, key, grace: card.grace, now: now)
    }

    /// The card says that its identity is finished.
    ///
    /// Its serial does not matter: whoever holds a stolen identity could else outbid its owner, who could then never end
    /// it.
    private func end(
        _ card: KeyCard,
        known: [Record],
        _ record: Record?,
        now: Timestamp
    ) throws(StoreError) -> Acceptance {
        if let record {
            let change: Acceptance.Change = record.revoked == nil ? .revoked : .none
            try revoke(record, now: now)
            let contact = record.name == nil ? nil : try description(of: self.contact(record.id))
            return Acceptance(change: change, contact: contact)
        }
        let id = try insert(name: nil, kind: card.kind, card: card, revoked: now, now: now)
        try revoke(try contact(id), now: now)
        return Acceptance(change: .revoked, contact: nil)
    }

    private func finish(
        _ change: Acceptance.Change,
        _ contact: Int64,
        _ key: any PublicKey,
        grace: UInt32,
        now: Timestamp
    ) throws(StoreError) -> Acceptance {
        try setKey(key, of: contact, grace: grace, now: now)
        // An update leaves it as it is: the user may have said otherwise since.
        if change == .added, key is SigningKey.Public { try connection.set(.requiresSignature, 1) }
        return Acceptance(change: change, contact: try description(of: self.contact(contact)))
    }

    private func requireKey(of card: KeyCard) throws(StoreError) -> any PublicKey {
        switch card.subject {
        case .device(let key): return key
        case .signer(let key): return key
        case .revokedDevice, .revokedSigner: throw StoreError(.badValue, "a card without a key")
        }
    }

    /// Makes a name free for a new contact.
    private func settle(_ name: String, replacing: Bool) throws(StoreError) {
        try LocalName.check(name)
        let shown = PrintableText.escape(name)
        switch try connection.holder(of: name) {
        case nil: return
        case .own: throw StoreError(.nameTaken, "'\(shown)' is a key of your own: choose another name")
        case .contact(let id):
            guard replacing else {
                throw StoreError(
                    .otherIdentity,
                    "'\(shown)' is known, and this is another identity or key: compare the verify numbers before you replace it"
                )
            }
            try bury(try contact(id))
        }
    }

    /// A card proves who signed it, not that its key is the signer's own: a key that belongs to one contact is not taken
    /// from another.
    private func requireUnused(_ key: any PublicKey, by contact: Int64?) throws(StoreError) {
        guard let holder = try holder(of: key.fingerprint), holder.id != contact else { return }
        if let revoked = holder.revoked { throw StoreError(.revoked, "this key was revoked on \(revoked), for good") }
        throw .keyInUse(holder.name ?? "")
    }
}

// SPDX-License-Identifier: Apache-2.0

extension SQLiteKeyStore {
    /// Accepts a card as a contact, by the rules of `KeysAndCards`, "Contacts".
    ///
    /// A contact is known by its identity and kind. A newer card of a known one updates it under the name it has; the name
    /// given is for new ones. Accepting a signer makes signatures required from then on.
    /// - Parameters:
    ///   - card: Verified when it was read.
    ///   - name: The local name for a new contact.
    ///   - replacing: Whether a contact of another identity under that name may be forgotten for this one.
    /// - Throws: `StoreError.oldCard`, `copiedIdentity`, `revoked`, `otherIdentity`, `nameTaken`, `keyInUse`, `badName`.
    @discardableResult
    public func trust(
        _ card: KeyCard,
        as name: String,
        replacing: Bool = false
    ) throws(StoreError) -> Acceptance {
        let now = now
        return try change { (connection) throws(StoreError) in
            try ContactTable(connection).accept(card, as: name, replacing: replacing, now: now)
        }
    }

    /// Accepts a bare signing key as a contact, without rotation; signatures are required from then on.
    ///
    /// - Throws: `StoreError.revoked`, `otherIdentity`, `nameTaken`, `keyInUse`, `badName`.
    @discardableResult
    public func trust(
        _ key: SigningKey.Public,
        as name: String,
        replacing: Bool = false
    ) throws(StoreError) -> Acceptance {
        try trust(key, .signer, as: name, replacing: replacing)
    }

    /// Accepts a bare device key as a contact to seal to, without rotation.
    ///
    /// - Throws: `StoreError.revoked`, `otherIdentity`, `nameTaken`, `keyInUse`, `badName`.
    @discardableResult
    public func trust(
        _ key: DeviceKey.Public,
        as name: String,
        replacing: Bool = false
    ) throws(StoreError) -> Acceptance {
        try trust(key, .device, as: name, replacing: replacing)
    }

    private func trust(
        _ key: any PublicKey,
        _ kind: KeyKind,
        as name: String,
        replacing: Bool
    ) throws(StoreError) -> Acceptance {
        let now = now
        return try change { (connection) throws(StoreError) in
            try ContactTable(connection).accept(key, kind, as: name, replacing: replacing, now: now)
        }
    }

    /// Says whether unsigned pushes are refused; set by itself, for good, once a signer is trusted.
    ///
    /// - Throws: `StoreError`.
    public func setRequiresSignature(_ required: Bool) throws(StoreError) {
        try change { (connection) throws(StoreError) in
            try connection.set(.requiresSignature, required ? 1 : nil)
        }
    }

    // MARK: Looking up

    /// All contacts, by name; revoked ones included until they are deleted.
    ///
    /// - Throws: `StoreError`.
    public func contacts() throws(StoreError) -> [Contact] {
        try read { (connection) throws(StoreError) in try ContactTable(connection).contacts() } ?? []
    }

    /// The contact of a name; `nil` for a name that nothing, or an own key, has.
    ///
    /// - Throws: `StoreError`.
    public func contact(_ name: String) throws(StoreError) -> Contact? {
        try read { (connection) throws(StoreError) in
            let table = ContactTable(connection)
            return try table.contact(named: name).map(table.description)
        } ?? nil
    }

    /// The contact that a card is about, by identity and kind; `nil` for one that is not known.
    ///
    /// - Throws: `StoreError`.
    public func contact(introducedBy card: KeyCard) throws(StoreError) -> Contact? {
        try read { (connection) throws(StoreError) in
            let table = ContactTable(connection)
            return try table.records(of: card.identity).first { $0.kind == card.kind && $0.name != nil }
                .map(table.description)
        } ?? nil
    }

    /// The names in the store, other than this one, that a reader could take for it.
    ///
    /// - Throws: `StoreError`.
    public func namesLike(_ name: String) throws(StoreError) -> [String] {
        let skeleton = LocalName.skeleton(name)
        let names = try read { (connection) throws(StoreError) in try connection.names() } ?? []
        return names.filter { $0 != name && LocalName.skeleton($0) == skeleton }
    }

    /// Whom to seal to under a name: a contact's device, an own device or a shared key.
    ///
    /// - Throws: `StoreError.notFound`, `revoked`, `wrongKind` for a signer.
    public func recipient(_ name: String) throws(StoreError) -> Recipient {
        if let contact = try contact(name) {
            if let revoked = contact.revokedAt { throw .revoked(name, at: revoked) }
            guard let key = contact.deviceKey else {
                throw StoreError(.wrongKind, "'\(PrintableText.escape(name))' is a signer, which nothing is sealed to")
            }
            return Recipient(key)
        }
        guard let own = try ownKeys(name) else { throw .notFound(name) }
        if own.kind == .sharedSecret, let shared = try sharedKey(name) { return Recipient(shared.key) }
        guard own.kind == .device, let device = try device(name) else {
            throw StoreError(.wrongKind, "'\(PrintableText.escape(name))' is a signer, which nothing is sealed to")
        }
        return Recipient(device.publicKey)
    }

    /// The names and keys, own or a contact's, with a key id; ids may collide.
    ///
    /// - Throws: `StoreError`.
    public func keys(withID id: KeyID) throws(StoreError) -> [(name: String, key: StoredKey)] {
        let own = try ownKeys().flatMap { own in own.keys.map { (name: own.name, key: $0) } }
        let others = try contacts().flatMap { contact in contact.keys.map { (name: contact.name, key: $0) } }
        return (own + others).filter { $0.key.id == id }
    }
}

extension KeyCard {
    /// The KIND of what it introduces.
    var kind: KeyKind {
        switch subject {
        case .device, .revokedDevice: .device
        case .signer, .revokedSigner: .signer
        }
    }
}

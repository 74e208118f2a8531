// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushStore

/// Finds keys and addresses in the store, and keeps what it has found until the store is another.
final class AddressBook {
    /// How many addressees are kept: each takes about half a kilobyte, and finding one again costs the check of a signature.
    static let capacity = 10_000

    private let delivery: DeliveryOptions
    /// Whether addresses that are known as dead are tried all the same.
    private let triesDead: Bool
    private var known: [String: Addressee] = [:]

    init(_ delivery: DeliveryOptions, triesDead: Bool) {
        self.delivery = delivery
        self.triesDead = triesDead
    }

    /// What carries the push, where that was said.
    var transport: Transport? { delivery.transport }

    /// Forgets everything: the store was changed.
    func forget() { known.removeAll(keepingCapacity: true) }

    /// The addressee of a name in the store.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isTyped: Whether somebody may just have typed it, and is told which name it looks like.
    ///   - context: Everything that it reaches of the world.
    func addressee(
        _ name: String,
        isTyped: Bool = false,
        in context: inout CommandContext
    ) throws(DeliveryFault) -> Addressee {
        if let addressee = known[name] { return addressee }
        try Self.requireName(name)
        let addressee = try find(name, isTyped: isTyped, in: &context)
        if known.count >= Self.capacity { forget() }
        known[name] = addressee
        return addressee
    }

    /// Refuses what names no entry of the store; the text itself may be a secret, and is not repeated.
    private static func requireName(_ name: String) throws(DeliveryFault) {
        if let misplaced = MisplacedText(name) {
            throw DeliveryFault(.badData, "noAddress", misplaced.refusal(in: "this", wanting: MisplacedText.name))
        }
        guard name != "-", !name.contains("/"), !name.hasPrefix("sealedpush:") else {
            throw DeliveryFault(
                .badData,
                "noAddress",
                "a key says not where pushes go; give the name of a contact whose card does"
            )
        }
    }

    private func find(
        _ name: String,
        isTyped: Bool,
        in context: inout CommandContext
    ) throws(DeliveryFault) -> Addressee {
        let store = try DeliveryFault.wrapping { () throws(CommandError) in try context.openStore() }
        let contact = try DeliveryFault.storing { () throws(StoreError) in try store.contact(name) }
        let recipient: Recipient
        let card: KeyCard?
        if let contact, let key = contact.deviceKey {
            recipient = Recipient(key)
            card = contact.card
        } else {
            // A device of one's own, or an error that says what is wrong with the name.
            let own = try DeliveryFault.storing { () throws(StoreError) in try store.ownKeys(name) }
            guard contact != nil || own != nil else { throw Self.unknown(name, isTyped: isTyped, in: store) }
            recipient = try DeliveryFault.storing { () throws(StoreError) in try store.recipient(name) }
            card = own?.lastCard
        }
        guard let address = card?.address, let route = Route(address, by: transport) else {
            let wanted = transport.map { " for \($0.rawValue)" } ?? ""
            throw DeliveryFault(
                .inputMissing,
                "noAddress",
                "'\(PrintableText.escape(name))' has no address\(wanted): ask for a card with one ('key card' with "
                    + "--apns-token or --mqtt) and accept it with 'key trust'"
            )
        }
        guard let contact else { return Addressee(recipient: recipient, route: route) }
        return Addressee(
            recipient: recipient,
            route: route,
            contact: contact.name,
            cardCreated: card?.created,
            wasDead: try isDead(route, contact.name, card?.created, in: store)
        )
    }

    /// Whether an address is known as dead and tried all the same.
    ///
    /// - Throws: where it is not tried.
    private func isDead(
        _ route: Route,
        _ name: String,
        _ cardCreated: UInt64?,
        in store: SQLiteKeyStore
    ) throws(DeliveryFault) -> Bool {
        guard case .apns(let address) = route else { return false }
        let service = delivery.addressService(of: address)
        let since = try DeliveryFault.storing { () throws(StoreError) in
            try store.deadSince(address, of: name, at: service.key)
        }
        guard let since, !Addressee.isRenewed(since: since, cardCreated: cardCreated) else { return false }
        guard triesDead else {
            throw DeliveryFault(
                .failed,
                "deadAddress",
                "'\(PrintableText.escape(name))' is skipped: \(service.name) said that nobody is at its address since "
                    + "\(since); a newer card ends that, or --retry-dead"
            )
        }
        return true
    }

    private static func unknown(_ name: String, isTyped: Bool, in store: SQLiteKeyStore) -> DeliveryFault {
        let shown = ShownName.disguise(name) ?? "'\(ShownName.excerpt(name))'"
        // One that cannot be looked at is there, in some way.
        guard (try? store.exists()) != false else {
            return DeliveryFault(
                .inputMissing,
                "unknownRecipient",
                "no recipient \(shown): the key store \(PrintableText.escape(store.path)) does not exist; name another "
                    + "with --store FILE, or accept a card with 'key trust', which makes it",
                namesRecipient: true
            )
        }
        let near = isTyped ? nearest(to: name, in: store).map { "; did you mean '\($0)'?" } : nil
        return DeliveryFault(
            .inputMissing,
            "unknownRecipient",
            "no recipient \(shown) in the store\(near ?? "") ('key list' lists what is there): accept a card with an "
                + "address under that name with 'key trust'; a file has no address",
            namesRecipient: true
        )
    }

    /// The contact or device of one's own that a name looks like.
    private static func nearest(to name: String, in store: SQLiteKeyStore) -> String? {
        let contacts = (try? store.contacts().filter { $0.deviceKey != nil }.map(\.name)) ?? []
        let own = (try? store.ownKeys().filter { $0.kind != .signer }.map(\.name)) ?? []
        return Suggestion.nearest(to: name, among: contacts + own).map { PrintableText.escape($0) }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushStore

/// Finds keys and addresses in the store.
struct AddressBook: Sendable {
    /// What carries the push, where that was said.
    let transport: Transport?
    /// Whether addresses that are known as dead are tried all the same.
    let triesDead: Bool

    /// The addressee of a name in the store.
    func addressee(_ name: String, in context: inout CommandContext) throws(DeliveryFault) -> Addressee {
        guard name != "-", !name.contains("/"), !name.hasPrefix("sealedpush:") else {
            throw DeliveryFault(
                .badData,
                "noAddress",
                "\(PrintableText.excerpt(name)): a key says not where pushes go; give the name of a contact whose card does"
            )
        }
        let store = try DeliveryFault.wrapping { () throws(CommandError) in try context.openStore() }
        let contact = try DeliveryFault.storing { () throws(StoreError) in try store.contact(name) }
        let recipient: Recipient
        let card: KeyCard?
        if let contact, let key = contact.deviceKey {
            recipient = Recipient(key)
            card = contact.card
        } else {
            // A device of one's own, or an error that says what is wrong with the name.
            recipient = try DeliveryFault.wrapping { () throws(CommandError) in
                try KeyArgument.recipient(name, in: &context)
            }
            card = try DeliveryFault.storing { () throws(StoreError) in try store.ownKeys(name)?.lastCard }
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
        let dead = try deadSince(route, contact.name, in: store)
        if let dead, !triesDead {
            throw DeliveryFault(
                .failed,
                "deadAddress",
                "'\(PrintableText.escape(name))' is skipped: APNs said that nobody is at its address since \(dead); a card "
                    + "with another address ends that, or --retry-dead"
            )
        }
        return Addressee(
            recipient: recipient,
            route: route,
            contact: contact.name,
            cardCreated: card?.created,
            wasDead: dead != nil
        )
    }

    private func deadSince(
        _ route: Route,
        _ name: String,
        in store: SQLiteKeyStore
    ) throws(DeliveryFault) -> Timestamp? {
        guard case .apns(let address) = route else { return nil }
        return try DeliveryFault.storing { () throws(StoreError) in try store.deadSince(address, of: name) }
    }
}

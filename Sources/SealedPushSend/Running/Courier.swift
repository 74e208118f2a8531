// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender
internal import SealedPushStore

/// Seals one push, hands it over, and keeps what is learnt of its address.
struct Courier: Sendable {
    /// One push that is to be sent.
    struct Errand: Sendable {
        let label: SendResult.Label
        let addressee: Addressee
        let payload: PreparedPayload
        let urgency: Urgency
        var messageID = MessageID()
    }

    let options: DeliveryOptions
    let deliverers: Deliverers
    /// `nil` where nothing is learnt, as in a rehearsal.
    let store: SQLiteKeyStore?
    let now: @Sendable () -> Timestamp

    func carry(_ errand: Errand) async -> SendResult {
        let route = errand.addressee.route
        var shortened: Shortened?
        let outcome: Result<DeliveryReceipt, DeliveryFault>
        do throws(DeliveryFault) {
            let sealed = try Self.seal(errand)
            shortened = sealed.shortened
            let parcel = Parcel(sealed: sealed, route: route, urgency: errand.urgency)
            let deliverer = try deliverers.deliverer(for: options.channel(for: route))
            let receipt = try await deliverer.deliver(parcel)
            outcome = .success(receipt)
            learn(nil, of: errand.addressee)
        } catch {
            outcome = .failure(error)
            learn(error, of: errand.addressee)
        }
        return SendResult(
            label: errand.label,
            messageID: errand.messageID,
            route: route,
            shortened: shortened,
            outcome: outcome
        )
    }

    private static func seal(_ errand: Errand) throws(DeliveryFault) -> SealedPayload {
        try DeliveryFault.wrapping { () throws(CommandError) in
            do throws(SealError) {
                return try errand.payload.seal(to: errand.addressee.recipient, id: errand.messageID)
            } catch {
                throw CommandError(error)
            }
        }
    }

    /// Marks an address as dead, or no longer so.
    ///
    /// Where the store cannot be written to now, the next push tells the same.
    private func learn(_ fault: DeliveryFault?, of addressee: Addressee) {
        guard let store, let name = addressee.contact, case .apns(let address) = addressee.route else { return }
        guard let fault else {
            if addressee.wasDead { try? store.markAlive(name) }
            return
        }
        // Of another environment's answer nothing follows.
        guard fault.kind == DeliveryFault.addressGone, options.keepsEnvironment else { return }
        if let since = fault.inactiveSince, let created = addressee.cardCreated, since.seconds < created {
            // The device gave the address again after that: APNs will know by and by.
            return
        }
        try? store.markDead(address, of: name, since: fault.inactiveSince ?? now())
    }
}

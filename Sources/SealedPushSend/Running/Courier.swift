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
            guard !Task.isCancelled else { throw .stoppedBefore }
            let sealed = try Self.seal(errand)
            shortened = sealed.shortened
            let parcel = Parcel(sealed: sealed, route: route, urgency: errand.urgency)
            let deliverer = try deliverers.deliverer(for: options.channel(for: route))
            let receipt = try await Self.deliver(parcel, by: deliverer)
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

    /// Hands over a push; says of one that was given up why that was.
    private static func deliver(
        _ parcel: Parcel,
        by deliverer: any Deliverer
    ) async throws(DeliveryFault) -> DeliveryReceipt {
        do throws(DeliveryFault) {
            return try await deliverer.deliver(parcel)
        } catch {
            guard Task.isCancelled, error.kind == DeliveryFault.cancelled else { throw error }
            throw .stopped(error)
        }
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
        // What one service says holds for it alone: a token is good at one of them.
        let service = options.addressService(of: address).key
        guard let fault else {
            if addressee.wasDead { try? store.markAlive(address, of: name, at: service) }
            return
        }
        guard fault.kind == DeliveryFault.addressGone else { return }
        let since = fault.inactiveSince ?? now()
        // The device gave the address again after that: APNs will know by and by.
        guard !Addressee.isRenewed(since: since, cardCreated: addressee.cardCreated) else { return }
        try? store.markDead(address, of: name, at: service, since: since)
    }
}

extension DeliveryFault {
    /// The kind of what the services' clients say of a push that was given up.
    fileprivate static let cancelled = "cancelled"

    /// A push that a stop came before.
    fileprivate static let stoppedBefore = DeliveryFault(
        .tryAgain,
        cancelled,
        "not sent: the time after the stop was over; send it again"
    )

    /// A push that a stop came over.
    fileprivate static func stopped(_ error: DeliveryFault) -> DeliveryFault {
        var fault = DeliveryFault(
            .tryAgain,
            cancelled,
            "given up \(Stop.grace.components.seconds) seconds after the stop"
                + (error.mayHaveBeenAccepted
                    ? ", before an answer came; it may have been accepted" : ", before it was sent; send it again")
        )
        fault.attempts = error.attempts
        fault.mayHaveBeenAccepted = error.mayHaveBeenAccepted
        return fault
    }
}

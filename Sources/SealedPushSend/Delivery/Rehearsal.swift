// SPDX-License-Identifier: Apache-2.0

/// `--dry-run`: checks all that can be checked here, and sends nothing.
struct Rehearsal: Deliverer {
    private let real: any Deliverer
    private let plan: @Sendable (Parcel) throws(DeliveryFault) -> String

    /// Takes a deliverer that was made, so that its credentials are known to be good, and that has not connected.
    init(of deliverer: APNsDeliverer) {
        real = deliverer
        plan = { (parcel) throws(DeliveryFault) in try deliverer.plan(parcel) }
    }

    init(of deliverer: MQTTDeliverer) {
        real = deliverer
        plan = { (parcel) throws(DeliveryFault) in try deliverer.plan(parcel) }
    }

    func deliver(_ parcel: Parcel) async throws(DeliveryFault) -> DeliveryReceipt {
        DeliveryReceipt(attempts: 0, plan: try plan(parcel))
    }

    func close() async { await real.close() }
}

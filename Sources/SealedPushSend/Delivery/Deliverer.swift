// SPDX-License-Identifier: Apache-2.0

/// Hands pushes to one service; tests give others than the real ones.
protocol Deliverer: Sendable {
    /// Hands over one push and returns when it was accepted; waits where the service takes no more just now.
    func deliver(_ parcel: Parcel) async throws(DeliveryFault) -> DeliveryReceipt

    /// Waits for what is under way, and ends the connection.
    func close() async
}

/// What an accepted push leaves behind.
struct DeliveryReceipt: Hashable, Sendable {
    /// How often it was sent; 0 where it was not, since that was not wanted.
    var attempts = 1
    /// What the push is found by in Apple's console, where there is such.
    var uniqueID: String?
    /// For a rehearsal: what would have been done.
    var plan: String?
}

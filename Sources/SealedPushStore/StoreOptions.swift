// SPDX-License-Identifier: Apache-2.0

/// What tests change about a store; everyone else takes it as it is.
package struct StoreOptions: Sendable {
    package var now: @Sendable () -> Timestamp = Timestamp.now
    /// Pushes kept for one signer.
    package var signerCapacity = SeenPush.signerCapacity
    /// Pushes kept for all unsigned ones.
    package var unsignedCapacity = SeenPush.unsignedCapacity
    /// Milliseconds that opening a push waits for another program: the extension's time is short.
    package var receivingPatience: Int32 = 200
    /// Milliseconds that a change of keys waits.
    package var managingPatience: Int32 = 5000

    package init() {}
}

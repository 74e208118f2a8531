// SPDX-License-Identifier: Apache-2.0

/// What a link is made from, beside the way to the broker.
struct LinkSettings: Sendable {
    let clientID: MQTTClientID
    /// Seconds for which the broker keeps the session after the connection; 0 for none.
    let sessionExpiry: UInt32
    /// Whether what the log says of received messages is read.
    let receives: Bool
    /// How many messages may be under way to the broker.
    let window: UInt16
}

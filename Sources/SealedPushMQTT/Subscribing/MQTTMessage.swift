// SPDX-License-Identifier: Apache-2.0

/// One message as a broker delivers it.
public struct MQTTMessage: Hashable, Sendable {
    /// The topic it was published to.
    public let topic: String
    /// What was published; may be empty.
    public let payload: [UInt8]
    /// Whether the broker had kept it for whoever subscribes, so that it may be old: a push never is.
    public let isRetained: Bool
    /// Whether the broker says that it has sent it before; a repeat without that mark is possible too.
    public let isDuplicate: Bool
    /// Whether the broker waits for an acknowledgement; one published with QoS 0 it forgets as soon as it is sent.
    public let isAcknowledged: Bool
}

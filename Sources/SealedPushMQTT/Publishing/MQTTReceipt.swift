// SPDX-License-Identifier: Apache-2.0

/// What a broker said to a push that it took.
public struct MQTTReceipt: Hashable, Sendable {
    /// Whether anybody has subscribed to the topic, be they connected or not; `true` as well where the broker does not tell.
    ///
    /// A broker keeps nothing for a device that has never subscribed: without anybody the push is lost.
    public let hasSubscriber: Bool
    /// How often the push was sent; the device may get one that was sent twice twice.
    public let attempts: Int
}

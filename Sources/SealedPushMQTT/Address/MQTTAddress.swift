// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// Where a device's pushes go: a topic at a broker.
public struct MQTTAddress: Hashable, Sendable {
    /// Who keeps the pushes until the device comes.
    public let broker: MQTTBroker
    /// The device's own topic.
    public let topic: MQTTTopic

    /// Takes both.
    public init(broker: MQTTBroker, topic: MQTTTopic) {
        self.broker = broker
        self.topic = topic
    }

    /// Reads what a card claims.
    ///
    /// - Throws: `MQTTError.Code.badAddress`, `badTopic`.
    public init(_ address: PushAddress.MQTT) throws(MQTTError) {
        broker = try MQTTBroker(url: address.url)
        topic = try MQTTTopic(address.topic)
    }

    /// The same for a card; `nil` where the broker's address is too long for one.
    public var pushAddress: PushAddress.MQTT? {
        PushAddress.MQTT(url: broker.description, topic: topic.name)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushMQTT

/// A subscriber whose messages and states a test can wait for.
final class Device: Sendable {
    /// Another state came than the one that was waited for.
    struct Unexpected: Error {}

    let topic: MQTTTopic
    let clientID: MQTTClientID
    let deliveries = Collected<MQTTDelivery>()
    let states = Collected<MQTTState>()
    let subscriber: MQTTSubscriber

    /// - Parameter acknowledges: whether each message is acknowledged as soon as it comes.
    init(
        _ configuration: MQTTConfiguration,
        topic: MQTTTopic = .random(),
        clientID: MQTTClientID = .random(),
        acknowledges: Bool = true
    ) throws {
        self.topic = topic
        self.clientID = clientID
        let (deliveries, states) = (deliveries, states)
        subscriber = try MQTTSubscriber(configuration, clientID: clientID, topics: [topic]) { state in
            states.add(state)
        } onMessage: { delivery in
            deliveries.add(delivery)
            if acknowledges { delivery.acknowledge() }
        }
    }

    /// Waits until it is subscribed.
    func connected() async throws {
        try await states.wait { states in
            states.contains { state in
                if case .connected = state { true } else { false }
            }
        }
    }

    var texts: [String] { deliveries.elements.map { String(decoding: $0.message.payload, as: UTF8.self) } }

    /// Waits until that many have come, repeats included.
    func texts(_ count: Int) async throws -> [String] {
        try await deliveries.wait(count: count)
        return texts
    }

    /// Subscribes once, so that the broker keeps what is published from then on.
    static func introduce(
        _ configuration: MQTTConfiguration,
        topic: MQTTTopic,
        clientID: MQTTClientID
    ) async throws {
        let device = try Device(configuration, topic: topic, clientID: clientID)
        try await device.connected()
        await device.subscriber.close()
    }
}

extension MQTTPublisher {
    func publish(_ text: String, to topic: MQTTTopic) async throws(MQTTError) {
        try await publish([UInt8](text.utf8), to: topic)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

/// Receives what is published to a device's topics, also what was published while it was away.
///
/// The broker keeps a session for the device: with the same client id, messages of QoS 1 wait there until they are
/// acknowledged, in order, across connections and restarts of either side (of mosquitto with `persistence true`, and up to
/// `max_queued_messages`, 1,000 by default: set it to 0 or higher). A device that dies between getting a message and
/// acknowledging it gets it again, so the same message may come twice.
///
/// Messages come one at a time. While one is handled nothing is read: a flood waits at the broker, and memory stays flat.
public final class MQTTSubscriber: Sendable {
    /// Seconds for which a broker keeps the session of a device that is away: 30 days, as long as APNs stores a push.
    public static let sessionExpiry = Limits.timeToLive
    /// Topics that one subscription may have: a device has one, or a few while it changes it.
    public static let maximumTopics = 100

    let line: SubscriberLine

    /// How many messages were larger than `MQTTLimits.payload`: acknowledged, and not handed over.
    public var oversizedCount: Int { line.oversizedCount }

    /// Connects, and from then on hands over what comes; reconnects for ever.
    ///
    /// - Parameters:
    ///   - configuration: The broker, and how to reach it.
    ///   - clientID: The same each time, for one device alone: make one with `MQTTClientID.random()` and keep it.
    ///   - topics: 1…100; those of earlier runs stay subscribed as long as the session lives.
    ///   - sessionExpiry: Seconds for which the broker keeps messages for the device while it is away, at least 1;
    ///     `UInt32.max` for ever.
    ///   - onState: Told when the connection is there and why it went; one failure that repeats itself is told once. Called
    ///     on the subscriber's thread, to be quick.
    ///   - onMessage: Gets each message; called on the subscriber's thread. It may do all the work before it returns, or
    ///     hand the delivery to another thread or task; either has two fifths of `MQTTConfiguration.keepAlive` until it
    ///     acknowledges. It must not wait for `close`.
    /// - Throws: `MQTTError.Code.badConfiguration`, `badCredentials`, `file`, `exposedFile`, `system`.
    public init(
        _ configuration: MQTTConfiguration,
        clientID: MQTTClientID,
        topics: [MQTTTopic],
        sessionExpiry: UInt32 = MQTTSubscriber.sessionExpiry,
        onState: (@Sendable (MQTTState) -> Void)? = nil,
        onMessage: @escaping @Sendable (MQTTDelivery) -> Void
    ) throws(MQTTError) {
        try configuration.check()
        guard (1...Self.maximumTopics).contains(topics.count) else {
            throw MQTTError(
                .badConfiguration,
                "\(topics.count) topics to subscribe to, must be 1 to \(Self.maximumTopics)"
            )
        }
        guard sessionExpiry > 0 else {
            throw MQTTError(.badConfiguration, "a session of 0 seconds, in which nothing would wait for the device")
        }
        let settings = LinkSettings(clientID: clientID, sessionExpiry: sessionExpiry, receives: true, window: 1)
        let line = try SubscriberLine()
        try ClientThread.start(named: "sealedpush-mqtt", orThrow: MQTTError.system) {
            SubscribeDriver(configuration, settings, topics, line, StateTeller(onState), onMessage).run()
            line.end()
        }
        self.line = line
    }

    deinit { line.close(abandoning: true) }

    /// Takes no more messages, waits until the one that is handled is acknowledged or left, and disconnects.
    ///
    /// The session stays: what is published from now on waits at the broker.
    public func close() async {
        line.close(abandoning: false)
        await withCheckedContinuation { continuation in
            line.whenEnded { continuation.resume() }
        }
    }
}

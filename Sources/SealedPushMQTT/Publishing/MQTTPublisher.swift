// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore
internal import SealedPushOutbox

/// Publishes pushes at a broker over one connection, many at a time.
///
/// At least once: a push that the broker has not acknowledged when the connection breaks is sent again over the next. The
/// device opens a sealed message once, so the second of two does no harm. Each push is sent with QoS 1, never retained.
///
/// How many are under way at once is the broker's choice (`max_inflight_messages` in mosquitto, 20 by default), up to
/// `window`. Mosquitto keeps 1,000 messages for a device that is away unless `max_queued_messages` says otherwise, and
/// drops those that come after: 0 is without a limit.
public final class MQTTPublisher: Sendable {
    /// Pushes that may be under way to the broker at once, where the broker does not want fewer.
    ///
    /// Enough for 5,000 a second at a round-trip time of 20 ms; libmosquitto's own list is walked for each.
    static let window: UInt16 = 100
    /// How many pushes `maximumOutstanding` may be at most.
    private static let outstandingRange = 1...1_000_000

    private let mailbox: Mailbox<PublishJob>

    /// Makes ready to publish; connects when the first push comes.
    ///
    /// - Parameters:
    ///   - configuration: The broker, and how to reach it.
    ///   - clientID: For brokers whose rules name clients; otherwise nobody needs to know it.
    ///   - retry: How often and how long a push is sent again.
    ///   - maximumOutstanding: How many pushes it holds at once; whoever sends more waits. Each takes its payload and about
    ///     1 kB.
    ///   - onState: Told when the connection is there and why it went; called on the publisher's thread, to be quick.
    /// - Throws: `MQTTError.Code.badConfiguration`, `badCredentials`, `file`, `exposedFile`, `system`.
    public init(
        _ configuration: MQTTConfiguration,
        clientID: MQTTClientID = .random(),
        retry: MQTTRetryPolicy = MQTTRetryPolicy(),
        maximumOutstanding: Int = 1_000,
        onState: (@Sendable (MQTTState) -> Void)? = nil
    ) throws(MQTTError) {
        try configuration.check()
        try retry.check()
        guard Self.outstandingRange.contains(maximumOutstanding) else {
            throw MQTTError(.badConfiguration, "maximumOutstanding is \(maximumOutstanding), must be 1 to 1,000,000")
        }
        // Not one for each that goes: the broker answers in order, so no push keeps a place for long.
        let mailbox = Mailbox<PublishJob>(
            capacity: maximumOutstanding,
            waker: try Waker(orThrow: MQTTError.system),
            refill: maximumOutstanding / 4
        )
        let settings = LinkSettings(clientID: clientID, sessionExpiry: 0, receives: false, window: Self.window)
        try ClientThread.start(named: "sealedpush-mqtt", orThrow: MQTTError.system) {
            PublishDriver(configuration, settings, retry, mailbox, StateTeller(onState)).run()
            mailbox.end()
        }
        self.mailbox = mailbox
    }

    deinit { mailbox.close(abandoning: true) }

    /// Publishes one push and returns when the broker has acknowledged it.
    ///
    /// Suspends before that while the publisher holds as many as it may. Cancelling the task gives up the push at once; the
    /// broker may have it all the same.
    ///
    /// - Parameters:
    ///   - payload: 0…65,536 bytes, as sealed.
    ///   - topic: The device's.
    ///   - timeToLive: Seconds after which the broker drops it, where the device was not there; `nil` for never.
    ///   - id: Names the push in errors; it is not sent.
    @discardableResult
    public func publish(
        _ payload: [UInt8],
        to topic: MQTTTopic,
        timeToLive: UInt32? = nil,
        id: MessageID? = nil
    ) async throws(MQTTError) -> MQTTReceipt {
        try await mailbox.send(job(payload, topic, timeToLive, id))
    }

    /// Hands over one push and returns as soon as there is room for it; what comes of it is told later.
    ///
    /// For those who publish by the million from one loop: it runs ahead of the broker by `maximumOutstanding` pushes and no
    /// further, so memory stays flat.
    ///
    /// - Parameters:
    ///   - payload: 0…65,536 bytes, as sealed.
    ///   - topic: The device's.
    ///   - timeToLive: Seconds after which the broker drops it, where the device was not there; `nil` for never.
    ///   - id: Names the push in errors; it is not sent.
    ///   - onResult: Called once, on a thread of the publisher: it should be quick and must not wait for it.
    /// - Throws: what is wrong with the push, or `cancelled`; `onResult` is not called then.
    public func submit(
        _ payload: [UInt8],
        to topic: MQTTTopic,
        timeToLive: UInt32? = nil,
        id: MessageID? = nil,
        onResult: @escaping @Sendable (Result<MQTTReceipt, MQTTError>) -> Void
    ) async throws(MQTTError) {
        try await mailbox.submit(job(payload, topic, timeToLive, id), onResult)
    }

    /// Takes no more pushes, waits until there is an answer for each that was taken, and disconnects.
    public func close() async {
        await mailbox.close()
    }

    private func job(
        _ payload: [UInt8],
        _ topic: MQTTTopic,
        _ timeToLive: UInt32?,
        _ id: MessageID?
    ) throws(MQTTError) -> PublishJob {
        guard payload.count <= MQTTLimits.payload else {
            throw MQTTError(
                .tooLarge,
                "a payload of \(payload.count) bytes, at most \(MQTTLimits.payload) are published",
                id: id
            )
        }
        return PublishJob(MQTTPublication(payload: payload, topic: topic, timeToLive: timeToLive, id: id))
    }
}

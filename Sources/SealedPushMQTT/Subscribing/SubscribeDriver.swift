// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

/// Takes messages from the broker and acknowledges them once they are handled, on one thread.
final class SubscribeDriver {
    /// The longest wait where nothing is due: any event ends it, so it only bounds what was overlooked.
    private static let longestWait = Duration.seconds(600)

    private let configuration: MQTTConfiguration
    private let topics: [MQTTTopic]
    private let line: SubscriberLine
    private let teller: StateTeller
    private let onMessage: @Sendable (MQTTDelivery) -> Void
    private let connection: Connection
    /// Until when the broker may answer to the subscription; `nil` when nothing was asked.
    private var subscribeDeadline: Duration?

    init(
        _ configuration: MQTTConfiguration,
        _ settings: LinkSettings,
        _ topics: [MQTTTopic],
        _ line: SubscriberLine,
        _ teller: StateTeller,
        _ onMessage: @escaping @Sendable (MQTTDelivery) -> Void
    ) {
        self.configuration = configuration
        self.topics = topics
        self.line = line
        self.teller = teller
        self.onMessage = onMessage
        connection = Connection(configuration, settings, waker: line.waker)
    }

    func run() {
        while line.phase == .open {
            let now = configuration.clock()
            note(connection.advance(now), now)
            checkSubscription(now)
            note(connection.wait(Self.longestWait, configuration.clock), configuration.clock())
        }
        connection.close()
    }

    private func note(_ event: Connection.Event?, _ now: Duration) {
        switch event {
        case nil: return
        case .established(let link):
            // Weak: the link holds what it calls.
            link.onMessage = { [weak self, weak link] message in
                guard let self, let link else { return }
                receive(message, on: link)
            }
            do throws(MQTTError) {
                try link.subscribe(topics)
                subscribeDeadline = now + configuration.connectTimeout
            } catch {
                note(connection.lose(error, now), now)
            }
        case .lost(let error):
            subscribeDeadline = nil
            teller.tell(.lost(error))
        }
    }

    private func checkSubscription(_ now: Duration) {
        guard let deadline = subscribeDeadline, let link = connection.establishedLink else { return }
        guard let answer = link.notes.subscribeAnswer else {
            guard now >= deadline else { return }
            let error = MQTTError(.timedOut, "\(configuration.broker) does not answer to the subscription")
            note(connection.lose(error, now), now)
            return
        }
        subscribeDeadline = nil
        if let index = answer.firstIndex(where: { $0 >= Link.firstRefusal }) {
            let what = answer.count == 1 ? "the subscription" : "subscription \(index + 1) of \(answer.count)"
            note(connection.lose(ReasonCode.refusal(answer[index], of: what, "\(configuration.broker)"), now), now)
        } else if answer.contains(0) {
            let error = MQTTError(
                .refused,
                "\(configuration.broker) keeps nothing for a device that is away (no QoS 1): use another broker"
            )
            note(connection.lose(error, now), now)
        } else {
            teller.tell(.connected(resumed: link.notes.hadSession))
        }
    }

    /// Hands over one message and waits for its answer; runs within `mosquitto_loop_read`.
    ///
    /// What waits here keeps the thread from reading on, which is what bounds memory, and from writing the acknowledgement
    /// that libmosquitto has queued.
    private func receive(_ message: MQTTMessage, on link: Link) {
        guard message.payload.count <= MQTTLimits.payload else {
            line.countOversized()
            return
        }
        guard line.phase == .open else {
            link.doom(.closed)
            return
        }
        let slot = MQTTDelivery.Slot(line.waker)
        onMessage(MQTTDelivery(message, slot))
        while true {
            switch slot.value {
            case .acknowledged: return
            case .left:
                link.doom(
                    MQTTError(
                        .left,
                        "a message was left with \(configuration.broker) and comes again with the next connection"
                    )
                )
                return
            case nil:
                guard line.phase != .abandoned else {
                    link.doom(.closed)
                    return
                }
                _ = line.waker.wait(nil)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

/// The way to the broker over all its links: makes one when there is none, and waits between failures.
///
/// Belongs to a client's thread.
final class Connection {
    /// Something that those who use the connection must know.
    enum Event {
        /// The broker has accepted a link.
        case established(Link)
        /// It is gone, or did not come about.
        case lost(MQTTError)
    }

    /// How long a link must have lasted for its loss to be the first of a new row.
    private static let steadyAfter = Duration.seconds(10)
    /// Attempts that nobody waits for any more but that the system has not given up, at most: it may take minutes.
    private static let maximumStuck = 4
    /// How long the goodbye may take; the broker does without.
    private static let farewellTime = Duration.seconds(1)

    private let configuration: MQTTConfiguration
    private let settings: LinkSettings
    private let waker: Waker
    private var dial: Dial?
    private var stuck: [Dial] = []
    private var link: Link?
    /// When the attempt, then the link, began.
    private var began = Duration.zero
    private var isEstablished = false
    private var failures = 0
    private var connectAt = Duration.zero

    /// Whether nothing is there, and nothing under way.
    var isIdle: Bool { link == nil && dial == nil }
    /// Whether it is not time yet for the next attempt.
    func isWaiting(_ now: Duration) -> Bool { isIdle && now < connectAt }

    /// The link that the broker has accepted.
    var establishedLink: Link? { isEstablished ? link : nil }

    init(_ configuration: MQTTConfiguration, _ settings: LinkSettings, waker: Waker) {
        self.configuration = configuration
        self.settings = settings
        self.waker = waker
    }

    /// Takes the next step that is due.
    func advance(_ now: Duration) -> Event? {
        if let link {
            guard !isEstablished else { return nil }
            if let answer = link.notes.connectAnswer {
                guard answer == 0 else { return lose(link.connectAnswerFault(answer), now) }
                isEstablished = true
                began = now
                return .established(link)
            }
            return now - began < configuration.connectTimeout ? nil : lose(noAnswer, now)
        }
        if let dial {
            if let result = dial.take() { return adopt(result, now) }
            guard now - began >= configuration.connectTimeout else { return nil }
            dial.abandon()
            stuck.append(dial)
            return lose(noAnswer, now)
        }
        stuck.removeAll { $0.isOver }
        guard now >= connectAt, stuck.count < Self.maximumStuck else { return nil }
        do throws(MQTTError) {
            began = now
            dial = try Dial.start(configuration, settings, waker: waker)
            return nil
        } catch {
            return lose(error, now)
        }
    }

    /// Waits for the socket, or to be woken, for `limit` at most, and then reads and writes.
    func wait(_ limit: Duration, _ now: () -> Duration) -> Event? {
        let start = now()
        let rest = min(limit, max(.zero, nextDue - start))
        let events = waker.wait(rest, socket: link?.waited)
        return work(events, now)
    }

    /// Ends the link, for a reason of the one who uses it.
    func lose(_ error: MQTTError, _ now: Duration) -> Event {
        if isEstablished, now - began >= Self.steadyAfter { failures = 0 }
        failures += 1
        connectAt =
            now
            + configuration.reconnection.delay(
                after: failures,
                isPermanent: error.isPermanent,
                jitter: configuration.jitter()
            )
        link = nil
        dial = nil
        isEstablished = false
        return .lost(error)
    }

    /// Ends everything, with a goodbye where the broker has accepted the link.
    func close() {
        dial?.abandon()
        dial = nil
        establishedLink?.disconnect(within: Self.farewellTime, clock: configuration.clock)
        link = nil
        isEstablished = false
    }

    private func work(_ events: Int16, _ now: () -> Duration) -> Event? {
        guard let link else { return nil }
        do throws(MQTTError) {
            try link.work(events)
            return nil
        } catch {
            return lose(error, now())
        }
    }

    private func adopt(_ result: Result<Link, MQTTError>, _ now: Duration) -> Event? {
        dial = nil
        do throws(MQTTError) {
            link = try result.get()
            began = now
            return nil
        } catch {
            return lose(error, now)
        }
    }

    private var noAnswer: MQTTError {
        MQTTError(
            .unreachable,
            "no answer from \(configuration.broker) within \(configuration.connectTimeout); check the network, and that a "
                + "firewall lets port \(configuration.broker.port) through"
        )
    }

    /// When something is to be done that nothing else tells, keeping alive for instance.
    private var nextDue: Duration {
        if isEstablished { return configuration.clock() + configuration.keepAliveTick }
        if link != nil || dial != nil { return began + configuration.connectTimeout }
        return stuck.count < Self.maximumStuck ? connectAt : configuration.clock() + .seconds(1)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

/// Carries jobs to the broker and its answers back, on one thread.
final class PublishDriver {
    /// How exactly deadlines are kept.
    private static let tick = Duration.milliseconds(250)

    private let configuration: MQTTConfiguration
    private let retry: MQTTRetryPolicy
    private let mailbox: Mailbox<PublishJob>
    private let connection: Connection
    private let teller: StateTeller

    /// Jobs that may be sent now, the first first.
    private var queue = Fifo<PublishJob>()
    /// Jobs that were sent over the link there is, by the packet's number.
    private var underWay: [Int32: PublishJob] = [:]
    /// When the broker last acknowledged something, or had nothing to acknowledge.
    private var lastAnswer = Duration.zero
    private var nextCheck = Duration.zero
    /// What went wrong with the way to the broker last.
    private var lastTrouble: MQTTError?
    private var count = 0
    private var results: [(job: PublishJob, result: Result<MQTTReceipt, MQTTError>)] = []
    private var released = 0

    init(
        _ configuration: MQTTConfiguration,
        _ settings: LinkSettings,
        _ retry: MQTTRetryPolicy,
        _ mailbox: Mailbox<PublishJob>,
        _ teller: StateTeller
    ) {
        self.configuration = configuration
        self.retry = retry
        self.mailbox = mailbox
        self.teller = teller
        connection = Connection(configuration, settings, waker: mailbox.waker)
    }

    func run() {
        while true {
            let now = configuration.clock()
            let delivery = mailbox.take()
            for job in delivery.jobs { admit(job, now) }
            for job in delivery.cancelled { giveUp(job) }
            if delivery.phase == .abandoned { giveUpAll() }
            if tell() { continue }
            if delivery.phase != .open, delivery.outstanding == 0, delivery.jobs.isEmpty { break }
            if hasWork || !connection.isIdle { note(connection.advance(now), now) }
            checkDeadlines(now)
            sendSome(now)
            // Results let others in, and may be the last ones that a closing publisher waits for.
            if tell() { continue }
            guard hasWork || !connection.isIdle else {
                _ = mailbox.waker.wait(nil)
                continue
            }
            note(connection.wait(hasWork ? Self.tick : .seconds(1), configuration.clock), now)
            takeAnswers()
        }
        connection.close()
    }

    private var hasWork: Bool { !queue.isEmpty || !underWay.isEmpty }

    private func admit(_ job: PublishJob, _ now: Duration) {
        count += 1
        job.progress.number = count
        job.progress.deadline = now + retry.deadline
        // Until the next attempt it is known what would come of it.
        if let lastTrouble, lastTrouble.isPermanent, connection.isWaiting(now) {
            fail(job, lastTrouble)
        } else {
            queue.append(job)
        }
    }

    // MARK: The broker

    private func note(_ event: Connection.Event?, _ now: Duration) {
        switch event {
        case nil: return
        case .established:
            lastTrouble = nil
            lastAnswer = now
            teller.tell(.connected(resumed: false))
        case .lost(let error):
            lastTrouble = error
            teller.tell(.lost(error))
            sendAgain()
            if error.isPermanent { failAll(error) }
        }
    }

    /// Sends as many as may be under way.
    private func sendSome(_ now: Duration) {
        guard let link = connection.establishedLink else { return }
        let window = Int(min(link.settings.window, link.notes.brokerWindow))
        if underWay.isEmpty { lastAnswer = now }
        var hasSent = false
        while underWay.count < window, let job = queue.popFirst() {
            do throws(MQTTError) {
                let packet = try job.publication.publish(on: link)
                job.progress.attempts += 1
                underWay[packet] = job
                hasSent = true
            } catch {
                fail(job, error)
            }
        }
        guard hasSent else { return }
        do throws(MQTTError) {
            try link.write()
        } catch {
            note(connection.lose(error, now), now)
        }
    }

    private func takeAnswers() {
        guard let link = connection.establishedLink, !link.notes.published.isEmpty else { return }
        lastAnswer = configuration.clock()
        for (packet, reason) in link.notes.published {
            guard let job = underWay.removeValue(forKey: packet) else { continue }
            if reason < Link.firstRefusal {
                let receipt = MQTTReceipt(
                    hasSubscriber: reason != ReasonCode.noSubscriber,
                    attempts: job.progress.attempts
                )
                finish(job, .success(receipt))
            } else {
                fail(job, ReasonCode.refusal(reason, of: "the push", "\(configuration.broker)"), isAnswered: true)
            }
        }
        link.notes.published.removeAll(keepingCapacity: true)
    }

    /// What was under way is the first to go over the next link, in its old order.
    private func sendAgain() {
        let jobs = underWay.values.filter { !$0.progress.isOver }.sorted { $0.progress.number > $1.progress.number }
        underWay.removeAll(keepingCapacity: true)
        for job in jobs {
            if job.progress.attempts < retry.attempts {
                queue.prepend(job)
            } else {
                fail(
                    job,
                    MQTTError(.connectionLost, "sent \(retry.attempts) times and never acknowledged"),
                    isLinkAtFault: true
                )
            }
        }
    }

    private func checkDeadlines(_ now: Duration) {
        guard now >= nextCheck else { return }
        nextCheck = now + Self.tick
        if !underWay.isEmpty, now - lastAnswer >= retry.answerTimeout {
            let error = MQTTError(
                .timedOut,
                "\(configuration.broker) has acknowledged nothing within \(retry.answerTimeout)"
            )
            note(connection.lose(error, now), now)
        }
        let late =
            queue.removeAll { $0.progress.deadline <= now } + underWay.values.filter { $0.progress.deadline <= now }
        for job in late where !job.progress.isOver {
            fail(
                job,
                MQTTError(.timedOut, "not acknowledged by \(configuration.broker) within \(retry.deadline)"),
                isLinkAtFault: true
            )
        }
    }

    // MARK: Ends

    private func finish(_ job: PublishJob, _ result: Result<MQTTReceipt, MQTTError>) {
        guard !job.progress.isOver else { return }
        job.progress.isOver = true
        results.append((job, result))
    }

    /// - Parameters:
    ///   - isAnswered: whether the broker itself said no, so that it has nothing.
    ///   - isLinkAtFault: whether what went wrong with the way to the broker explains it.
    private func fail(_ job: PublishJob, _ error: MQTTError, isAnswered: Bool = false, isLinkAtFault: Bool = false) {
        let cause = isLinkAtFault ? lastTrouble.map { "; last: \($0)" } ?? "" : ""
        finish(
            job,
            .failure(
                MQTTError(
                    error.code,
                    error.description + cause,
                    id: job.publication.id,
                    attempts: job.progress.attempts,
                    mayHaveBeenAccepted: !isAnswered && job.progress.attempts > 0
                )
            )
        )
    }

    private func failAll(_ error: MQTTError) {
        for job in queue.removeAll(where: { _ in true }) { fail(job, error) }
    }

    /// The caller has been told; an answer that still comes is for nobody.
    private func giveUp(_ job: PublishJob) {
        guard !job.progress.isOver else { return }
        job.progress.isOver = true
        released += 1
        _ = queue.removeAll { $0 === job }
    }

    private func giveUpAll() {
        failAll(.closed)
        for job in underWay.values { fail(job, .closed) }
        underWay.removeAll()
    }

    /// Tells the results there are; whether there were any, so that others may have come in for them.
    private func tell() -> Bool {
        guard !results.isEmpty || released > 0 else { return false }
        mailbox.finish(results, released: released)
        results.removeAll(keepingCapacity: true)
        released = 0
        return true
    }
}

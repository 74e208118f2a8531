// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

extension Driver {
    /// How many requests are given at a time, before the connection is let work: those who wait for answers wait less.
    private static let batch = 64
    /// How many kinds of requests keep their headers made: apps times push types times priorities.
    private static let maximumHeaderBlocks = 64
    /// How many devices are held back before those whose time has passed are forgotten.
    private static let maximumHolds = 1_024
    /// How often the queue is looked through for what has waited too long.
    static let queueInterval = Duration.milliseconds(500)

    /// Gives the connection what it may take, and makes one where there is none.
    func sendSome() {
        guard !queue.isEmpty else { return }
        if current == nil {
            guard now >= connectAt else { return }
            current = Link(configuration, now: now)
        }
        guard let link = current else { return }
        var left = min(link.room, Self.batch)
        while left > 0, let job = queue.popFirst() {
            if send(job, on: link) { left -= 1 }
        }
    }

    /// Whether the job is on the link; else it is where it belongs.
    private func send(_ job: Job, on link: Link) -> Bool {
        guard now < job.progress.deadline else {
            failLate(job)
            return false
        }
        let request = job.request
        if let hold = holds[request.deviceToken] {
            guard hold <= now else {
                schedule.add(job, due: hold)
                return false
            }
            holds[request.deviceToken] = nil
        }
        if let expiration = request.expiration, expiration != APNsRequest.notStored,
            expiration <= configuration.clocks.wall()
        {
            fail(job, APNsError(.expired, "the push expired at \(expiration), before it could be delivered to APNs"))
            return false
        }
        do throws(APNsError) {
            let token = try tokens?.token()
            try start(job, on: link, token: token)
            return true
        } catch {
            fail(job, error)
            return false
        }
    }

    private func start(_ job: Job, on link: Link, token: ProviderTokens.Token?) throws(APNsError) {
        let stream = RequestStream(
            job,
            tokenGeneration: token?.generation ?? 0,
            startedAt: now,
            timesOutAt: min(now + configuration.requestTimeout, job.progress.deadline)
        )
        do throws(HTTP2Session.Failure) {
            try link.submit(stream, headers(for: job.request, token: token))
            job.progress.place = (link, stream)
        } catch {
            throw APNsError(.system, "cannot begin a request: \(error.description)")
        }
    }

    private func headers(for request: APNsRequest, token: ProviderTokens.Token?) -> HeaderBlock {
        let generation = token?.generation ?? 0
        if generation != headerGeneration || headerBlocks.count >= Self.maximumHeaderBlocks {
            headerBlocks.removeAll()
            headerGeneration = generation
        }
        let key = HeaderBlock.Key(topic: request.topic, pushType: request.pushType, priority: request.priority)
        if let block = headerBlocks[key] { return block }
        let block = HeaderBlock(key, environment: configuration.environment, token: token?.text)
        headerBlocks[key] = block
        return block
    }

    // MARK: Again

    /// Sends a job again after a while, unless it was sent often enough; then `error` is its end.
    func again(_ job: Job, _ error: APNsError, holdsDevice: Bool = false) {
        job.progress.lastError = error
        let policy = configuration.retry
        guard job.progress.attempts < policy.attempts else {
            fail(job, error, note: policy.attempts > 1 ? " (gave up after \(policy.attempts) attempts)" : "")
            return
        }
        let due = now + policy.delay(after: job.progress.attempts, jitter: configuration.jitter())
        guard due < job.progress.deadline else {
            fail(job, error, note: " (gave up: its time, \(policy.deadline), is over)")
            return
        }
        if holdsDevice {
            if holds.count >= Self.maximumHolds { holds = holds.filter { $0.value > now } }
            holds[job.request.deviceToken] = due
        }
        schedule.add(job, due: due)
    }

    /// What has waited too long for a connection.
    func checkQueue() {
        guard !queue.isEmpty, now >= queueChecked + Self.queueInterval else { return }
        queueChecked = now
        let now = now
        for job in queue.removeAll(where: { $0.progress.deadline <= now }) { failLate(job) }
    }

    private func failLate(_ job: Job) {
        let late = APNsError(.timedOut, "not delivered to \(configuration.environment) in time")
        fail(
            job,
            job.progress.lastError ?? lastTrouble ?? late,
            note: " (gave up: its time, \(configuration.retry.deadline), is over)"
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

extension Driver {
    /// How long requests may wait for a free stream before another connection is made: a server that is going down takes no
    /// more while a last request hangs there.
    static let longestStandstill = Duration.seconds(2)
    /// A connection that lasted as long was a good one, and so was one that answered as much: some servers end each after
    /// a number of requests.
    private static let lastingTime = Duration.seconds(10)
    private static let lastingAnswers = 100

    // MARK: Work

    /// Lets all connections work, and deals with what is done.
    func workAll() {
        for link in links {
            let sendings = link.sendings
            link.work(now: now)
            noteStandstill(link, sentSome: link.sendings != sendings)
            let ended = link.takeEnded()
            if !ended.isEmpty { now = configuration.clocks.steady() }
            for (stream, end) in ended {
                stream.job.progress.place = nil
                settle(stream, end, on: link)
            }
            switch link.state {
            case .connecting: break
            case .open: if link.goAway != nil { retire(link, isLost: true) }
            case .notConnected(let fault): giveUp(link, fault)
            case .lost(let fault): lose(link, fault)
            }
        }
        retired.removeAll { link in
            guard link.isEmpty else { return false }
            link.close()
            return true
        }
    }

    private func noteStandstill(_ link: Link, sentSome: Bool) {
        let isBlocked = !sentSome && (link.unsent > 0 || (!queue.isEmpty && link.isAtServersLimit))
        link.blockedSince = isBlocked ? link.blockedSince ?? now : nil
    }

    /// Looks for what takes too long.
    func checkLinks() {
        for link in links {
            for stream in link.overdue(at: now) {
                takeOff(stream, link)
                // Where others were answered meanwhile, it is that one stream.
                if link.lastAnswer <= stream.startedAt { retire(link, isLost: true) }
                settleFault(stream, .timedOut(configuration, isLast: stream.timesOutAt == stream.job.progress.deadline))
            }
        }
        guard let link = current else { return }
        if link.isDead(at: now) {
            lose(link, .timedOut(configuration))
        } else if let since = link.blockedSince, now - since >= Self.longestStandstill {
            retire(link, isLost: true)
        }
    }

    // MARK: Ends

    /// There is no connection: one push stands for the attempt, unless it would be in vain for all.
    private func giveUp(_ link: Link, _ fault: TransportFault) {
        lastTrouble = fault.error
        retire(link, isLost: true)
        guard let job = queue.popFirst() else { return }
        job.progress.attempts += 1
        guard fault.isPermanent else {
            again(job, fault.error)
            return
        }
        fail(job, fault.error)
        // The others would meet the same, each with a connection of its own.
        for job in queue.removeAll(where: { $0.progress.attempts == 0 }) { fail(job, fault.error) }
    }

    /// The connection is gone, and what was under way with it.
    private func lose(_ link: Link, _ fault: TransportFault) {
        // A server may take a connection and drop it for what was shown in making it.
        guard link.sendings > 0 else {
            giveUp(link, fault)
            return
        }
        lastTrouble = fault.error
        retire(link, isLost: true)
        retired.removeAll { $0 === link }
        for stream in link.streams {
            takeOff(stream, link)
            settleFault(stream, fault)
        }
    }

    /// Gives a link no more requests; what is under way there goes on.
    ///
    /// - Parameter isLost: whether its connection broke or is about to, so that the next may have to wait.
    func retire(_ link: Link, isLost: Bool) {
        guard !link.isRetired else { return }
        link.retire()
        current = nil
        for stream in link.streams where !stream.wasSent { putBack(stream, link) }
        if !link.isEmpty { retired.append(link) } else { link.close() }
        guard isLost else { return }
        let lasted = now - link.openedAt >= Self.lastingTime && link.isProven
        failures = lasted || link.answers >= Self.lastingAnswers ? 0 : failures + 1
        // The first time at once; connecting over and over is what APNs takes for an attack.
        guard failures > 1 else { return }
        connectAt = now + configuration.retry.delay(after: failures - 1, jitter: configuration.jitter())
    }

    /// Puts a request that did not go out back where it came from.
    private func putBack(_ stream: RequestStream, _ link: Link) {
        link.cancel(stream)
        stream.job.progress.place = nil
        queue.prepend(stream.job)
    }

    /// Takes a request off its connection before there is an answer.
    func takeOff(_ stream: RequestStream, _ link: Link) {
        link.cancel(stream)
        stream.job.progress.place = nil
        if stream.wasSent { stream.job.progress.isUncertain = true }
    }

    func closeLinks() {
        for link in links { link.close() }
        current = nil
        retired = []
    }
}

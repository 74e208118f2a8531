// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl
internal import SealedPushCore
internal import SealedPushOutbox

/// Carries jobs to APNs and their results back, on one thread.
final class Driver {
    /// The longest wait where nothing is due: any event ends it, so it only bounds what was overlooked.
    private static let longestWait = Duration.seconds(600)
    /// How long a round takes at least: requests and answers come together meanwhile, and share calls of the system.
    ///
    /// A hundredth of the way to APNs; who sends one push now and then does not wait at all.
    private static let shortestRound = Duration.microseconds(500)

    let configuration: APNsClient.Configuration
    let mailbox: Mailbox<Job>
    var tokens: ProviderTokens?

    /// Jobs that may be sent now, the first first.
    var queue = Fifo<Job>()
    /// Jobs that wait to be sent again.
    var schedule = Schedule()
    /// Until when nothing is sent to a device that APNs has had too much for.
    var holds: [String: Duration] = [:]

    var current: Link?
    var retired: [Link] = []
    /// Connections in a row that did not last.
    var failures = 0
    /// Before that no connection is made.
    var connectAt = Duration.zero
    /// What went wrong with the way to APNs last.
    var lastTrouble: APNsError?
    var queueChecked = Duration.zero

    var headerBlocks: [HeaderBlock.Key: HeaderBlock] = [:]
    var headerGeneration = 0

    /// The steady clock, read once a round.
    var now = Duration.zero
    private var results: [(job: Job, result: Result<APNsReceipt, APNsError>)] = []
    private var released = 0
    /// When it last began to work, by the real clock: waiting is real too.
    private var workedAt = ContinuousClock.now

    init(_ configuration: APNsClient.Configuration, _ mailbox: Mailbox<Job>) {
        self.configuration = configuration
        self.mailbox = mailbox
        if case .token(let key) = configuration.credentials.kind {
            tokens = ProviderTokens(clocks: configuration.clocks) { time throws(APNsError) in
                try key.token(issuedAt: time)
            }
        }
    }

    func run() {
        while true {
            now = configuration.clocks.steady()
            let delivery = mailbox.take()
            for job in delivery.jobs {
                job.progress.deadline = now + configuration.retry.deadline
                queue.append(job)
            }
            for job in delivery.cancelled { giveUp(job) }
            if delivery.phase == .abandoned { giveUpAll() }
            let told = tell()
            if delivery.phase != .open, delivery.outstanding == 0, delivery.jobs.isEmpty { break }
            while let job = schedule.popDue(at: now) { queue.append(job) }
            checkQueue()
            checkLinks()
            sendSome()
            workAll()
            workedAt = .now
            // Both tell, and each time others may have come in for them.
            wait(tell() || told || hasMoreToDo ? .zero : nextDue)
        }
        closeLinks()
    }

    // MARK: Ends

    func finish(_ job: Job, _ result: Result<APNsReceipt, APNsError>) {
        job.progress.isOver = true
        results.append((job, result))
    }

    func fail(_ job: Job, _ error: APNsError, note: String = "") {
        let progress = job.progress
        finish(
            job,
            .failure(error.about(attempts: progress.attempts, mayHaveBeenAccepted: progress.isUncertain, note: note))
        )
    }

    /// Tells the results there are; whether there were any, so that others may have come in for them.
    private func tell() -> Bool {
        guard !results.isEmpty || released > 0 else { return false }
        mailbox.finish(results, released: released)
        results.removeAll(keepingCapacity: true)
        released = 0
        return true
    }

    /// The caller has been told.
    private func giveUp(_ job: Job) {
        guard !job.progress.isOver else { return }
        job.progress.isOver = true
        released += 1
        if let (link, stream) = job.progress.place {
            link.cancel(stream)
            job.progress.place = nil
        } else {
            _ = queue.removeAll { $0 === job }
            schedule.remove(job)
        }
    }

    private func giveUpAll() {
        for job in queue.removeAll(where: { _ in true }) + schedule.removeAll() { fail(job, .closed) }
        for link in links {
            for stream in link.streams {
                takeOff(stream, link)
                fail(stream.job, .closed)
            }
        }
    }

    // MARK: Waiting

    var links: [Link] { retired + [current].compactMap { $0 } }

    /// Whether there is something to send or to read at once.
    private var hasMoreToDo: Bool {
        if !queue.isEmpty, let current, current.room > 0 { return true }
        return links.contains(where: \.hasMore)
    }

    private var nextDue: Duration {
        var due = now + Self.longestWait
        if let next = schedule.nextDue { due = min(due, next) }
        if !queue.isEmpty {
            due = min(due, queueChecked + Self.queueInterval)
            if current == nil { due = min(due, connectAt) }
        }
        if let since = current?.blockedSince { due = min(due, since + Self.longestStandstill) }
        for link in links {
            if let next = link.nextDue { due = min(due, next) }
        }
        return max(.zero, due - now)
    }

    /// Waits until a connection has something, the mailbox has, or the time has passed.
    private func wait(_ limit: Duration) {
        var milliseconds = Int32(clamping: limit.wholeMilliseconds)
        // Not before it is due.
        if limit > .milliseconds(Int(milliseconds)) { milliseconds += 1 }
        var others = [pollfd(fd: mailbox.waker.descriptor, events: Int16(POLLIN), revents: 0)]
        for link in links {
            guard let socket = link.channel.socket else { continue }
            let events = link.waitsToWrite ? POLLIN | POLLOUT : POLLIN
            others.append(pollfd(fd: socket, events: Int16(events), revents: 0))
        }
        if let current, !current.isOpen {
            var others = others.map { curl_waitfd(fd: $0.fd, events: Int16(CURL_WAIT_POLLIN), revents: 0) }
            _ = unsafe curl_multi_poll(current.channel.multi, &others, UInt32(others.count), milliseconds, nil)
            mailbox.waker.drain()
        } else {
            _ = unsafe poll(&others, nfds_t(others.count), milliseconds)
            if others[0].revents != 0 { mailbox.waker.drain() }
        }
        if limit > .zero { rest() }
    }

    private func rest() {
        let left = workedAt + Self.shortestRound - .now
        if left > .zero { usleep(UInt32(clamping: left.components.attoseconds / 1_000_000_000_000)) }
    }
}

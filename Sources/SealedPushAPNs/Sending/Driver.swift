// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl
internal import SealedPushCore

/// Carries jobs to APNs and their results back, on one thread.
final class Driver {
    /// The longest wait where nothing is due: any event ends it, so it only bounds what was overlooked.
    private static let longestWait = Duration.seconds(600)
    /// How long to wait at most while requests are under way: libcurl 7.88 may forget that it wanted to look at one again
    /// (a timer set in the millisecond in which another of that handle is removed), which costs no more than this then.
    private static let guardedWait = Duration.milliseconds(20)
    /// The same while an answer has begun to come: its end is there already, or is about to be.
    private static let answerWait = Duration.milliseconds(1)
    /// How long libcurl rests for each request under way.
    ///
    /// It asks the system about each whenever it works, so it works better seldom and on many answers. 500 requests wait 10 ms, a fraction of the way to APNs, and 50,000 pass in a second.
    private static let restPerRequest = Duration.microseconds(20)
    /// A shorter rest is not worth a call of the system.
    private static let shortestRest = Duration.microseconds(200)

    let configuration: APNsClient.Configuration
    let mailbox: Mailbox
    let settings: TransferSettings
    var tokens: ProviderTokens?

    /// Jobs that may be sent now, the first first.
    var queue = Fifo<Job>()
    /// Jobs that wait to be sent again.
    var schedule = Schedule()
    /// Until when nothing is sent to a device that APNs has had too much for.
    var holds: [String: Duration] = [:]

    var current: Link?
    var retired: [Link] = []
    var idle: [Transfer] = []
    /// Connections in a row that did not last.
    var failures = 0
    /// Before that no connection is made.
    var connectAt = Duration.zero
    /// What went wrong with the way to APNs last.
    var lastTrouble: APNsError?
    var queueChecked = Duration.zero

    var sharedHeaders: [SharedHeaders.Key: SharedHeaders] = [:]
    var sharedGeneration = 0

    /// The steady clock, read once a round.
    var now = Duration.zero
    private var results: [(job: Job, result: Result<APNsReceipt, APNsError>)] = []
    private var released = 0
    /// When libcurl worked last, by the real clock: waiting is real too.
    private var workedAt = ContinuousClock.now

    init(_ configuration: APNsClient.Configuration, _ mailbox: Mailbox) {
        self.configuration = configuration
        self.mailbox = mailbox
        settings = TransferSettings(configuration: configuration)
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
            var isBusy = tell()
            if delivery.phase != .open, delivery.outstanding == 0, delivery.jobs.isEmpty { break }
            while let job = schedule.popDue(at: now) { queue.append(job) }
            checkQueue()
            checkLink()
            sendSome()
            performAll()
            workedAt = .now
            if tell() { isBusy = true }
            wait(isBusy ? .zero : nextDue)
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
        if let transfer = job.progress.transfer {
            detach(transfer)
        } else {
            _ = queue.removeAll { $0 === job }
            schedule.remove(job)
        }
    }

    private func giveUpAll() {
        for job in queue.removeAll(where: { _ in true }) + schedule.removeAll() { fail(job, .closed) }
        for link in retired + [current].compactMap({ $0 }) {
            for transfer in link.transfers {
                guard let job = transfer.job else { continue }
                if transfer.wasSent { job.progress.isUncertain = true }
                detach(transfer)
                fail(job, .closed)
            }
        }
    }

    // MARK: Waiting

    private var nextDue: Duration {
        var due = now + Self.longestWait
        if let next = schedule.nextDue { due = min(due, next) }
        if !queue.isEmpty {
            due = min(due, queueChecked + Self.queueInterval)
            if current == nil { due = min(due, connectAt) }
            if let change = current?.allowance.nextChange { due = min(due, change) }
        }
        if let current, !current.transfers.isEmpty {
            due = min(due, now + (current.answering > 0 ? Self.answerWait : Self.guardedWait))
        }
        if !retired.isEmpty { due = min(due, now + Self.guardedWait) }
        return max(.zero, due - now)
    }

    /// Waits until a connection has something, the mailbox has, or the time has passed.
    private func wait(_ limit: Duration) {
        let milliseconds = Int32(clamping: limit.wholeMilliseconds)
        var others = [curl_waitfd(fd: mailbox.waker.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)]
        if let link = current ?? retired.first {
            for link in retired {
                guard let socket = link.socket else { continue }
                others.append(curl_waitfd(fd: socket, events: Int16(CURL_WAIT_POLLIN), revents: 0))
            }
            var count: Int32 = 0
            _ = unsafe curl_multi_poll(link.multi, &others, UInt32(others.count), milliseconds, &count)
        } else {
            var waker = pollfd(fd: mailbox.waker.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&waker, 1, milliseconds)
            others[0].revents = waker.revents
        }
        if others[0].revents != 0 { mailbox.waker.drain() }
        if limit > .zero { rest() }
    }

    /// Lets more come together before libcurl works again.
    private func rest() {
        let requests = retired.reduce(current?.transfers.count ?? 0) { $0 + $1.transfers.count }
        let left = workedAt + Self.restPerRequest * requests - .now
        guard left >= Self.shortestRest else { return }
        usleep(UInt32(clamping: left.components.attoseconds / 1_000_000_000_000))
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl

extension Driver {
    /// How long requests may wait for a free stream before another connection is made: a server that is going down takes no
    /// more while a last request hangs there.
    private static let longestStandstill = Duration.seconds(2)
    /// A connection that lasted as long was a good one.
    private static let lastingTime = Duration.seconds(10)

    /// Lets all connections work, and deals with what is done.
    func performAll() {
        for link in retired + [current].compactMap({ $0 }) {
            let (given, sendings) = (link.transfers.count, link.sendings)
            let finished = link.perform()
            if link.sendings != sendings {
                link.lastSending = configuration.clocks.steady()
                link.blockedSince = nil
            } else if isBlocked(link) {
                link.blockedSince = link.blockedSince ?? now
            } else {
                link.blockedSince = nil
            }
            // Off the link first, all of them: what comes of one may concern the link itself.
            for (transfer, _) in finished { link.remove(transfer) }
            takeBack(link, of: given)
            guard !finished.isEmpty else { continue }
            now = configuration.clocks.steady()
            for (transfer, code) in finished { settle(transfer, code, on: link) }
        }
        retired.removeAll { $0.transfers.isEmpty }
    }

    /// Whether the server, and not the client itself, lets requests wait.
    private func isBlocked(_ link: Link) -> Bool {
        let waits = !queue.isEmpty || link.unsent > 0
        return link.isProven && waits && link.transfers.count - link.unsent < configuration.maximumStreams
    }

    /// Takes from libcurl what it holds back, and remembers how much the server took.
    private func takeBack(_ link: Link, of given: Int) {
        guard link.isEstablished else { return }
        guard link.unsent > 0 else {
            link.allowance.carries(given)
            return
        }
        // Those that were answered meanwhile included: too high an estimate costs a try, too low a one costs streams.
        link.allowance.isFull(at: given - link.unsent, now: now)
        for transfer in link.transfers where !transfer.wasSent { putBack(transfer) }
    }

    /// Puts a request that did not go out back where it came from.
    private func putBack(_ transfer: Transfer) {
        guard let job = transfer.job else { return }
        detach(transfer)
        queue.prepend(job)
    }

    /// Replaces a connection that was idle for too long, or does not move.
    func checkLink() {
        guard let link = current else { return }
        if link.isEstablished, !link.isProven, let first = link.transfers.first {
            // To libcurl its time includes that for connecting: what was left of that is not for the answer.
            guard now - max(link.lastSending, first.startedAt) >= configuration.requestTimeout else { return }
            link.remove(first)
            settle(first, CURLE_OPERATION_TIMEDOUT, on: link)
        } else if link.transfers.isEmpty {
            if now - max(link.lastAnswer, link.lastSending) >= TransferSettings.maximumIdle {
                retire(link, isLost: false)
            }
        } else if let since = link.blockedSince, now - since >= Self.longestStandstill {
            retire(link, isLost: false)
        }
    }

    /// Gives a link no more requests; what is under way there goes on.
    ///
    /// - Parameter isLost: whether its connection broke, so that the next may have to wait.
    func retire(_ link: Link, isLost: Bool) {
        guard !link.isRetired else { return }
        link.retire()
        current = nil
        for transfer in link.transfers where !transfer.wasSent { putBack(transfer) }
        if !link.transfers.isEmpty { retired.append(link) }
        guard isLost else { return }
        failures = now - link.openedAt >= Self.lastingTime && link.isProven ? 0 : failures + 1
        // The first time at once; connecting over and over is what APNs takes for an attack.
        guard failures > 1 else { return }
        connectAt = now + configuration.retry.delay(after: failures - 1, jitter: configuration.jitter())
    }

    /// Takes a transfer off its link before it is done.
    func detach(_ transfer: Transfer) {
        transfer.link?.remove(transfer)
        release(transfer)
    }

    /// Puts a transfer that is on no link aside for the next request.
    func release(_ transfer: Transfer) {
        transfer.job?.progress.transfer = nil
        transfer.clear()
        idle.append(transfer)
    }

    func closeLinks() {
        current = nil
        retired = []
        idle = []
    }
}

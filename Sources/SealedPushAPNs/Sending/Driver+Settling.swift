// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushCore

extension Driver {
    /// Deals with a transfer that is done and off its link.
    func settle(_ transfer: Transfer, _ code: CURLcode, on link: Link) {
        guard let job = transfer.job else { return }
        defer { release(transfer) }
        guard code == CURLE_OK else {
            settleFault(job, transfer, code, on: link)
            return
        }
        link.lastAnswer = now
        guard transfer.isHTTP2 else {
            retire(link, isLost: true)
            fail(
                job,
                APNsError(
                    .notAPNs,
                    "\(configuration.environment) answers but not in HTTP/2: it is not APNs, or a proxy stands between"
                )
            )
            return
        }
        settleAnswer(job, transfer, on: link)
    }

    private func settleAnswer(_ job: Job, _ transfer: Transfer, on link: Link) {
        let answer = Answer(status: transfer.status, body: transfer.body)
        if Verdict.provesToken(answer) {
            link.prove()
            lastTrouble = nil
        }
        if Verdict(answer) == .accepted {
            let receipt = APNsReceipt(
                id: job.request.id,
                uniqueID: transfer.appleUniqueID,
                attempts: job.progress.attempts
            )
            finish(job, .success(receipt))
            return
        }
        let error = APNsError(
            answer,
            from: configuration.environment,
            date: transfer.date,
            now: configuration.clocks.wall()
        )
        switch Verdict(answer) {
        case .accepted, .refused: fail(job, error)
        case .later: again(job, error)
        case .laterForDevice: again(job, error, holdsDevice: true)
        case .elsewhere:
            retire(link, isLost: true)
            again(job, error)
        case .withNewToken(let isExpired):
            tryOtherToken(job, error) { tokens throws(APNsError) in
                try tokens.renewAfterRefusal(of: transfer.tokenGeneration, isExpired: isExpired)
            }
        case .withPreviousToken:
            tryOtherToken(job, error) { $0.keepPrevious(refused: transfer.tokenGeneration) }
        }
    }

    /// Sends a job again with another provider token, once.
    ///
    /// - Parameter change: sees to another token; whether there is one.
    private func tryOtherToken(
        _ job: Job,
        _ error: APNsError,
        _ change: (inout ProviderTokens) throws(APNsError) -> Bool
    ) {
        do throws(APNsError) {
            guard !job.progress.hadOtherToken, var tokens else {
                fail(job, error)
                return
            }
            defer { self.tokens = tokens }
            guard try change(&tokens) else {
                fail(job, error)
                return
            }
            job.progress.hadOtherToken = true
            queue.prepend(job)
        } catch {
            fail(job, error)
        }
    }

    // MARK: No answer

    private func settleFault(_ job: Job, _ transfer: Transfer, _ code: CURLcode, on link: Link) {
        let wasEstablished = link.isEstablished
        if transfer.wasSent {
            job.progress.isUncertain = true
        } else if !wasEstablished {
            // It stood for the connection's attempt.
            job.progress.attempts += 1
        }
        let fault = TransportFault(code, transfer, on: link, configuration)
        if fault.concernsConnection {
            lastTrouble = fault.error
            retire(link, isLost: true)
        }
        if !transfer.wasSent, wasEstablished {
            // Nothing of it went out: it was not an attempt.
            queue.prepend(job)
        } else if fault.isPermanent {
            fail(job, fault.error)
            guard !wasEstablished else { return }
            // The others would meet the same, each with a connection of its own.
            for job in queue.removeAll(where: { $0.progress.attempts == 0 }) { fail(job, fault.error) }
        } else {
            again(job, fault.error)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushHTTP2
internal import SealedPushCore
internal import SealedPushOutbox

extension Driver {
    /// Deals with a request whose stream is over.
    func settle(_ stream: RequestStream, _ end: RequestStream.End, on link: Link) {
        switch end {
        case .answered:
            link.noteAnswer(at: now)
            settleAnswer(stream, on: link)
        case .unprocessed where link.goAway != nil:
            // It goes to the next connection, which may have to wait; and it was not an attempt.
            if stream.wasSent { stream.job.progress.attempts -= 1 }
            queue.prepend(stream.job)
        case .unprocessed:
            // One that did not even go out is counted as well, so that it comes to an end.
            if !stream.wasSent { stream.job.progress.attempts += 1 }
            again(stream.job, TransportFault.reset(NGHTTP2_REFUSED_STREAM.rawValue, configuration).error)
        case .reset(let code):
            stream.job.progress.isUncertain = true
            settleFault(stream, .reset(code, configuration))
        }
    }

    private func settleAnswer(_ stream: RequestStream, on link: Link) {
        let job = stream.job
        let answer = Answer(status: stream.status, body: stream.body)
        if Verdict.provesToken(answer) {
            link.prove()
            lastTrouble = nil
        }
        if Verdict(answer) == .accepted {
            accept(stream)
            return
        }
        let error = APNsError(
            answer,
            from: configuration.environment,
            date: stream.date,
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
                try tokens.renewAfterRefusal(of: stream.tokenGeneration, isExpired: isExpired)
            }
        case .withPreviousToken:
            tryOtherToken(job, error) { $0.keepPrevious(refused: stream.tokenGeneration) }
        }
    }

    private func accept(_ stream: RequestStream) {
        let job = stream.job
        let receipt = APNsReceipt(
            id: job.request.id,
            uniqueID: stream.appleUniqueID,
            attempts: job.progress.attempts
        )
        finish(job, .success(receipt))
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

    /// Deals with a request that is off its connection and got no answer, or no whole one.
    func settleFault(_ stream: RequestStream, _ fault: TransportFault) {
        if Verdict(Answer(status: stream.status, body: [])) == .accepted {
            // APNs has it; that the answer had no proper end changes nothing.
            accept(stream)
        } else if !stream.wasSent {
            // Nothing of it went out: it was not an attempt.
            queue.prepend(stream.job)
        } else if fault.isPermanent {
            fail(stream.job, fault.error)
        } else {
            again(stream.job, fault.error)
        }
    }
}

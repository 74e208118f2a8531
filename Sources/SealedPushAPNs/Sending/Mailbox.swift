// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where callers and the driver's thread meet: new jobs and cancellations one way, results the other.
///
/// Nothing is called under the lock.
final class Mailbox: Sendable {
    enum Phase: Int {
        case open
        /// Takes nothing new, finishes what it has.
        case closing
        /// Gives up what it has.
        case abandoned
        case ended
    }

    /// What the driver gets at a time.
    struct Delivery {
        let jobs: [Job]
        let cancelled: [Job]
        let phase: Phase
        let outstanding: Int
    }

    let waker: Waker
    private let capacity: Int
    private let state = Lock(State())

    init(capacity: Int, waker: Waker) {
        self.capacity = capacity
        self.waker = waker
    }

    var isClosed: Bool { state.withLock { $0.phase != .open } }

    // MARK: Callers

    /// Takes a job, at once or when there is room.
    ///
    /// - Parameter admitted: told when it is in, or will never be; `completion` is not called then. Without it `completion`
    ///   is told that too.
    func add(_ job: Job, admitted: Job.Admission?, completion: @escaping Job.Completion) {
        let (refusal, isIn, wakes) = state.withLock { state -> (APNsError?, Bool, Bool) in
            guard !job.ticket.isCancelled, state.phase == .open else {
                job.ticket.place = .done
                return (job.ticket.isCancelled ? .cancelled : .closed, false, false)
            }
            job.ticket.completion = completion
            guard state.outstanding < capacity else {
                job.ticket.admission = admitted
                job.ticket.place = .waiting
                state.waiting.append(job)
                return (nil, false, false)
            }
            state.admit(job)
            return (nil, true, state.mustWake())
        }
        if wakes { waker.wake() }
        if isIn { admitted?(true) }
        guard let refusal else { return }
        if let admitted { admitted(false) } else { completion(.failure(refusal)) }
    }

    /// Gives up a job wherever it is.
    func cancel(_ job: Job) {
        let (completion, error, wakes) = state.withLock { state -> (Job.Completion?, APNsError, Bool) in
            job.ticket.isCancelled = true
            let place = job.ticket.place
            guard place == .waiting || place == .inside else { return (nil, .cancelled, false) }
            job.ticket.place = .done
            let completion = job.ticket.completion.take()
            if place == .waiting {
                state.countCancelledWaiting()
                return (completion, .cancelled, false)
            }
            state.cancelled.append(job)
            return (completion, .cancelledUnderWay, state.mustWake())
        }
        if wakes { waker.wake() }
        completion?(.failure(error))
    }

    /// Gives up a job that is not in yet.
    func cancelUnlessAdmitted(_ job: Job) {
        let admission = state.withLock { state -> Job.Admission? in
            job.ticket.isCancelled = true
            guard job.ticket.place == .waiting else { return nil }
            job.ticket.place = .done
            job.ticket.completion = nil
            state.countCancelledWaiting()
            return job.ticket.admission.take()
        }
        admission?(false)
    }

    func close(abandoning: Bool) {
        let (waiting, wakes) = state.withLock { state -> ([Job.Ticket], Bool) in
            let phase = abandoning ? Phase.abandoned : .closing
            if state.phase.rawValue < phase.rawValue { state.phase = phase }
            let tickets = state.waiting.removeAll { _ in true }.compactMap { job -> Job.Ticket? in
                guard job.ticket.place == .waiting else { return nil }
                job.ticket.place = .done
                defer { (job.ticket.completion, job.ticket.admission) = (nil, nil) }
                return job.ticket
            }
            return (tickets, state.mustWake())
        }
        if wakes { waker.wake() }
        for ticket in waiting {
            if let admission = ticket.admission { admission(false) } else { ticket.completion?(.failure(.closed)) }
        }
    }

    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.phase != .ended { state.endings.append(body) }
            return state.phase == .ended
        }
        if isOver { body() }
    }

    // MARK: The driver

    func take() -> Delivery {
        state.withLock { state in
            defer {
                state.incoming.removeAll(keepingCapacity: true)
                state.cancelled.removeAll()
                state.isWoken = false
            }
            return Delivery(
                jobs: state.incoming,
                cancelled: state.cancelled,
                phase: state.phase,
                outstanding: state.outstanding
            )
        }
    }

    /// Tells results, and lets in as many others.
    ///
    /// - Parameter released: jobs that are over and were told so before.
    func finish(_ results: [(job: Job, result: Result<APNsReceipt, APNsError>)], released: Int) {
        let (completions, admissions) = state.withLock { state -> ([Job.Completion?], [Job.Admission]) in
            let completions = results.map { job, _ -> Job.Completion? in
                guard job.ticket.place == .inside else { return nil }
                job.ticket.place = .done
                return job.ticket.completion.take()
            }
            state.outstanding -= results.count + released
            var admissions: [Job.Admission] = []
            while state.outstanding < capacity, let job = state.waiting.popFirst() {
                guard job.ticket.place == .waiting else {
                    state.cancelledWaiting -= 1
                    continue
                }
                if let admission = job.ticket.admission.take() { admissions.append(admission) }
                state.admit(job)
            }
            return (completions, admissions)
        }
        for (completion, (_, result)) in zip(completions, results) { completion?(result) }
        for admission in admissions { admission(true) }
    }

    /// The driver's last word.
    func end() {
        let endings = state.withLock { state in
            state.phase = .ended
            return state.endings
        }
        for ending in endings { ending() }
    }
}

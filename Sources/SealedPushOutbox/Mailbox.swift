// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where callers and a client's thread meet: new jobs and cancellations one way, results the other.
///
/// Nothing is called under the lock.
//
// Inlinable on a push's way: what is not made for the one kind of job takes more than twice as long.
@usableFromInline
package final class Mailbox<Job: OutboxJob>: Sendable {
    @usableFromInline package typealias Receipt = Job.Receipt
    @usableFromInline package typealias Failure = Job.Failure
    @usableFromInline package typealias Completion = Ticket<Receipt, Failure>.Completion
    @usableFromInline package typealias Admission = Ticket<Receipt, Failure>.Admission

    /// What the thread gets at a time.
    @usableFromInline
    package struct Delivery {
        @usableFromInline package let jobs: [Job]
        @usableFromInline package let cancelled: [Job]
        @usableFromInline package let phase: ClientLife.Phase
        @usableFromInline package let outstanding: Int

        @usableFromInline
        init(jobs: [Job], cancelled: [Job], phase: ClientLife.Phase, outstanding: Int) {
            (self.jobs, self.cancelled) = (jobs, cancelled)
            (self.phase, self.outstanding) = (phase, outstanding)
        }
    }

    @usableFromInline package let waker: Waker
    @usableFromInline let capacity: Int
    @usableFromInline let refill: Int
    private let state = Lock(State())

    /// - Parameters:
    ///   - capacity: How many jobs are in at once; others wait.
    ///   - waker: What the thread waits for.
    ///   - refill: How many places must be free before those who wait are let in. With one, both sides may do little but wake
    ///     each other; with more, jobs that stay long may keep others out that there is room for.
    package init(capacity: Int, waker: Waker, refill: Int = 1) {
        self.capacity = capacity
        self.refill = max(1, refill)
        self.waker = waker
    }

    @usableFromInline
    package var isClosed: Bool { withState { $0.life.phase != .open } }

    /// What inlined code reaches the lock by, which cannot be seen there.
    @usableFromInline
    func withState<Value>(_ body: (inout State) -> Value) -> Value { state.withLock(body) }

    // MARK: Callers

    /// Takes a job, at once or when there is room.
    ///
    /// - Parameters:
    ///   - admitted: Told when it is in, or will never be; `completion` is not called then. Without it `completion` is told
    ///     that too.
    ///   - completion: Told what became of it.
    @inlinable
    package func add(_ job: Job, admitted: Admission?, completion: @escaping Completion) {
        let (refusal, isIn, wakes) = withState { state -> (Refusal?, Bool, Bool) in
            guard !job.ticket.isCancelled, state.life.phase == .open else {
                job.ticket.place = .done
                return (job.ticket.isCancelled ? .cancelled : .closed, false, false)
            }
            job.ticket.completion = completion
            // Nor past those that have waited longer.
            guard state.outstanding < capacity, state.waiting.count == state.cancelledWaiting else {
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
        if let admitted { admitted(false) } else { completion(.failure(Job.failure(refusal))) }
    }

    /// Gives up a job wherever it is.
    @usableFromInline
    package func cancel(_ job: Job) {
        let (completion, refusal, wakes) = withState { state -> (Completion?, Refusal, Bool) in
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
        completion?(.failure(Job.failure(refusal)))
    }

    /// Gives up a job that is not in yet.
    @usableFromInline
    package func cancelUnlessAdmitted(_ job: Job) {
        let admission = withState { state -> Admission? in
            job.ticket.isCancelled = true
            guard job.ticket.place == .waiting else { return nil }
            job.ticket.place = .done
            job.ticket.completion = nil
            state.countCancelledWaiting()
            return job.ticket.admission.take()
        }
        admission?(false)
    }

    /// Takes nothing new, and tells those who wait for room.
    ///
    /// - Parameter abandoning: Whether what is in is given up too.
    package func close(abandoning: Bool) {
        let (waiting, wakes) = withState { state -> ([Ticket<Receipt, Failure>], Bool) in
            state.life.close(abandoning: abandoning)
            let tickets = state.waiting.removeAll { _ in true }.compactMap { job -> Ticket<Receipt, Failure>? in
                guard job.ticket.place == .waiting else { return nil }
                job.ticket.place = .done
                defer { (job.ticket.completion, job.ticket.admission) = (nil, nil) }
                return job.ticket
            }
            state.cancelledWaiting = 0
            return (tickets, state.mustWake())
        }
        if wakes { waker.wake() }
        for ticket in waiting {
            if let admission = ticket.admission {
                admission(false)
            } else {
                ticket.completion?(.failure(Job.failure(.closed)))
            }
        }
    }

    /// Calls `body` at the end, or now where that was before.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        if withState({ $0.life.hasEnded(orCalls: body) }) { body() }
    }

    // MARK: The client's thread

    /// Takes all that came since the last time.
    @inlinable
    package func take() -> Delivery {
        withState { state in
            defer {
                state.incoming.removeAll(keepingCapacity: true)
                state.cancelled.removeAll()
                state.isWoken = false
            }
            return Delivery(
                jobs: state.incoming,
                cancelled: state.cancelled,
                phase: state.life.phase,
                outstanding: state.outstanding
            )
        }
    }

    /// Tells results, and lets in as many others.
    ///
    /// - Parameters:
    ///   - results: What became of jobs.
    ///   - released: How many jobs are over and were told so before.
    @inlinable
    package func finish(_ results: [(job: Job, result: Result<Receipt, Failure>)], released: Int) {
        let (completions, admissions) = withState { state -> ([Completion?], [Admission]) in
            let completions = results.map { job, _ -> Completion? in
                guard job.ticket.place == .inside else { return nil }
                job.ticket.place = .done
                return job.ticket.completion.take()
            }
            state.outstanding -= results.count + released
            var admissions: [Admission] = []
            guard capacity - state.outstanding >= refill else { return (completions, admissions) }
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

    /// The thread's last word.
    package func end() {
        for ending in withState({ $0.life.end() }) { ending() }
    }
}

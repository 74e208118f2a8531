// SPDX-License-Identifier: Apache-2.0

extension Mailbox {
    /// Adds a job and waits for what becomes of it; cancelling the task gives it up.
    @inlinable
    package func send(_ job: Job) async throws(Failure) -> Receipt {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(job, admitted: nil) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            cancel(job)
        }.get()
    }

    /// Adds a job and returns when it is in; cancelling the task gives it up until then.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - completion: Told what became of it, unless this throws.
    @inlinable
    package func submit(_ job: Job, _ completion: @escaping Completion) async throws(Failure) {
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(job, admitted: { continuation.resume(returning: $0) }, completion: completion)
            }
        } onCancel: {
            cancelUnlessAdmitted(job)
        }
        guard isAdmitted else { throw Job.failure(isClosed ? .closed : .cancelled) }
    }

    /// Takes nothing new and waits until the thread is done with what is in.
    package func close() async {
        close(abandoning: false)
        await withCheckedContinuation { continuation in
            whenEnded { continuation.resume() }
        }
    }
}

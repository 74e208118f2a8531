// SPDX-License-Identifier: Apache-2.0

import SealedPushOutbox
import TestSupport
import Testing

@Suite("A mailbox with its thread")
struct MailboxThreadTests {
    /// A thread that accepts every job, some of them a round late, until the mailbox closes.
    private func serve(_ box: Mailbox<TestJob>) throws {
        try ClientThread.start(named: "sealedpush-test", orThrow: TestFailure.system) {
            var kept: [TestJob] = []
            while true {
                let delivery = box.take()
                let cancelled = Set(delivery.cancelled.map(ObjectIdentifier.init))
                let all = kept + delivery.jobs
                let late = all.filter { !cancelled.contains(ObjectIdentifier($0)) && $0.number % 3 == 0 }
                let fresh = delivery.jobs.filter { $0.number % 3 == 0 }.map(ObjectIdentifier.init)
                kept = late.filter { fresh.contains(ObjectIdentifier($0)) && delivery.phase == .open }
                let keptOnes = Set(kept.map(ObjectIdentifier.init))
                let done = all.filter { !keptOnes.contains(ObjectIdentifier($0)) }
                box.accept(done)
                if !done.isEmpty { continue }
                if delivery.phase != .open, delivery.outstanding == 0 { break }
                _ = box.waker.wait(kept.isEmpty ? nil : .zero)
            }
            box.end()
        }
    }

    @Test("brings every job to one end, with cancellations at any moment")
    func storm() async throws {
        let box = try Mailbox<TestJob>(holding: 20)
        try serve(box)
        var generator = SeededGenerator(seed: 11)
        var tasks: [Task<Int, any Error>] = []
        let count = Rounds.count(20_000)
        for number in 0..<count {
            tasks.append(Task { try await box.send(TestJob(number)) })
            if number % 2 == 0 { tasks.randomElement(using: &generator)?.cancel() }
            if number % 50 == 0 { await Task.yield() }
        }
        var accepted = 0
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success(let receipt):
                #expect(receipt == number)
                accepted += 1
            case .failure(let error):
                #expect([.cancelled, .cancelledUnderWay].contains(error as? TestFailure))
            }
        }
        #expect(accepted >= count / 2)
        #expect(try await box.send(TestJob(count)) == count)
        await box.close()
    }

    @Test("submits no further ahead than there is room")
    func submits() async throws {
        let box = try Mailbox<TestJob>(holding: 10, refill: 3)
        try serve(box)
        let jobs = (0..<Rounds.count(10_000)).map(TestJob.init)
        for job in jobs { try await box.submit(job) { job.complete($0) } }
        await box.close()
        #expect(jobs.allSatisfy { $0.outcomes == [.success($0.number)] })
        let late = await #expect(throws: TestFailure.self) { try await box.submit(TestJob(0)) { _ in } }
        #expect(late == .closed)
    }

    @Test("cancels one who waits to submit, and never tells it more")
    func cancelsSubmission() async throws {
        let box = try Mailbox(holding: 1)
        box.send(noting: TestJob(0))
        let job = TestJob(1)
        let submitting = Task { try await box.submit(job) { job.complete($0) } }
        submitting.cancel()
        let error = await #expect(throws: TestFailure.self) { try await submitting.value }
        #expect(error == .cancelled)
        box.close(abandoning: true)
        #expect(job.outcomes == [])
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushOutbox
import Testing

@Suite("A mailbox")
struct MailboxTests {
    private let jobs = (0..<8).map(TestJob.init)

    @Test("holds as many jobs as it may, and lets others in by their turn as places become free")
    func backPressure() throws {
        let box = try Mailbox(holding: 2)
        for job in jobs { box.submit(noting: job) }
        #expect(jobs.map(\.admissions) == [[true], [true]] + Array(repeating: [], count: 6))
        #expect(box.takeNumbers() == [0, 1])
        box.accept([jobs[1]])
        #expect(jobs[1].outcomes == [.success(1)])
        #expect(box.takeNumbers() == [2])
        box.accept([jobs[0], jobs[2]])
        #expect(box.takeNumbers() == [3, 4])
        #expect(jobs.prefix(5).allSatisfy { $0.admissions == [true] })
        #expect(jobs[5].admissions == [])
    }

    @Test("lets nobody in until as many places are free as it is told, and then fills them all")
    func refill() throws {
        let box = try Mailbox(holding: 4, refill: 3)
        for job in jobs { box.submit(noting: job) }
        #expect(box.takeNumbers() == [0, 1, 2, 3])
        box.accept([jobs[0], jobs[1]])
        #expect(box.takeNumbers() == [])
        // There is room, but not before those that have waited longer.
        let late = TestJob(8)
        box.submit(noting: late)
        #expect(late.admissions == [])
        box.accept([jobs[2]])
        #expect(box.takeNumbers() == [4, 5, 6])
    }

    @Test("wakes its thread once for all that comes until it looks")
    func wakes() throws {
        let box = try Mailbox(holding: 8)
        for job in jobs { box.send(noting: job) }
        #expect(box.waker.isAwake)
        box.waker.drain()
        box.cancel(jobs[0])
        #expect(!box.waker.isAwake)
        _ = box.take()
        box.cancel(jobs[1])
        #expect(box.waker.isAwake)
    }

    // MARK: Cancelling

    @Test("ends a cancelled job at once, and says whether it may be out already")
    func cancelling() throws {
        let box = try Mailbox(holding: 1)
        for job in jobs.prefix(3) { box.send(noting: job) }
        box.cancel(jobs[1])
        #expect(jobs[1].outcomes == [.failure(.cancelled)])
        box.cancel(jobs[0])
        #expect(jobs[0].outcomes == [.failure(.cancelledUnderWay)])
        let delivery = box.take()
        #expect(delivery.cancelled.map(\.number) == [0])
        // It keeps its place until the thread has let go of it.
        #expect(delivery.outstanding == 1)
        box.finish([], released: 1)
        #expect(box.takeNumbers() == [2])
    }

    @Test("takes no job that was cancelled before")
    func cancelledBefore() throws {
        let box = try Mailbox(holding: 1)
        box.cancel(jobs[0])
        box.send(noting: jobs[0])
        box.cancelUnlessAdmitted(jobs[1])
        box.submit(noting: jobs[1])
        #expect(jobs[0].outcomes == [.failure(.cancelled)])
        #expect(jobs[1].outcomes == [] && jobs[1].admissions == [false])
        #expect(box.takeNumbers() == [])
    }

    @Test("does not give up a submitted job that is in")
    func submitted() throws {
        let box = try Mailbox(holding: 1)
        for job in jobs.prefix(3) { box.submit(noting: job) }
        for job in jobs.prefix(2) { box.cancelUnlessAdmitted(job) }
        #expect(jobs[0].admissions == [true] && jobs[1].admissions == [false])
        box.accept([jobs[0]])
        #expect(jobs[0].outcomes == [.success(0)] && jobs[1].outcomes == [])
        #expect(jobs[2].admissions == [true])
    }

    @Test("tells what became of a job once, whatever comes after")
    func once() throws {
        let box = try Mailbox(holding: 2)
        for job in jobs.prefix(2) { box.send(noting: job) }
        box.accept([jobs[0]])
        box.cancel(jobs[0])
        box.cancel(jobs[1])
        box.cancel(jobs[1])
        box.accept([jobs[1]])
        #expect(jobs[0].outcomes == [.success(0)])
        #expect(jobs[1].outcomes == [.failure(.cancelledUnderWay)])
    }

    @Test("finds the next who waits among many that were cancelled")
    func tidying() throws {
        let box = try Mailbox(holding: 1)
        box.send(noting: jobs[0])
        let waiting = (0..<500).map(TestJob.init)
        for job in waiting { box.send(noting: job) }
        for job in waiting where job.number % 100 != 7 { box.cancel(job) }
        var (current, taken) = (jobs[0], [Int]())
        _ = box.take()
        while true {
            box.accept([current])
            guard let next = box.take().jobs.first else { break }
            taken.append(next.number)
            current = next
        }
        #expect(taken == [7, 107, 207, 307, 407])
        // No count of the cancelled is left that would keep a newcomer waiting.
        box.submit(noting: jobs[1])
        #expect(jobs[1].admissions == [true])
    }

    // MARK: The end

    @Test("that closes finishes what it has, and takes nothing new")
    func closing() throws {
        let box = try Mailbox(holding: 1)
        box.send(noting: jobs[0])
        box.send(noting: jobs[1])
        box.submit(noting: jobs[2])
        box.close(abandoning: false)
        box.send(noting: jobs[3])
        #expect(box.isClosed)
        #expect(jobs[1].outcomes == [.failure(.closed)])
        #expect(jobs[2].outcomes == [] && jobs[2].admissions == [false])
        #expect(jobs[3].outcomes == [.failure(.closed)])
        let delivery = box.take()
        #expect(delivery.phase == .closing && delivery.outstanding == 1)
        box.accept([jobs[0]])
        #expect(jobs[0].outcomes == [.success(0)])
        #expect(box.take().outstanding == 0)
    }

    @Test("that is abandoned stays so, and says its end to all who wait for it")
    func abandoning() throws {
        let box = try Mailbox(holding: 1)
        let ends = Lock(0)
        box.close(abandoning: true)
        box.close(abandoning: false)
        #expect(box.take().phase == .abandoned)
        box.whenEnded { ends.withLock { $0 += 1 } }
        box.whenEnded { ends.withLock { $0 += 1 } }
        #expect(ends.withLock { $0 } == 0)
        box.end()
        #expect(ends.withLock { $0 } == 2)
        box.whenEnded { ends.withLock { $0 += 1 } }
        #expect(ends.withLock { $0 } == 3)
        #expect(box.take().phase == .ended)
    }
}

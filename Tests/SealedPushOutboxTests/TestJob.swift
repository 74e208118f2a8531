// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushOutbox

/// A job that is its number, and remembers all that its caller was told.
final class TestJob: OutboxJob, @unchecked Sendable {
    // Unchecked as every job: `ticket` is reached under the mailbox's lock alone.

    typealias Outcome = Result<Int, TestFailure>

    let number: Int
    var ticket = Ticket<Int, TestFailure>()
    private let told = Lock<(outcomes: [Outcome], admissions: [Bool])>(([], []))

    init(_ number: Int) { self.number = number }

    static func failure(_ refusal: Refusal) -> TestFailure {
        switch refusal {
        case .closed: .closed
        case .cancelled: .cancelled
        case .cancelledUnderWay: .cancelledUnderWay
        }
    }

    var outcomes: [Outcome] { told.withLock { $0.outcomes } }
    var admissions: [Bool] { told.withLock { $0.admissions } }

    func complete(_ outcome: Outcome) { told.withLock { $0.outcomes.append(outcome) } }
    func admit(_ isIn: Bool) { told.withLock { $0.admissions.append(isIn) } }
}

enum TestFailure: Error, Equatable {
    case closed
    case cancelled
    case cancelledUnderWay
    case system(String)
}

extension Mailbox where Job == TestJob {
    convenience init(holding capacity: Int, refill: Int = 1) throws(TestFailure) {
        self.init(capacity: capacity, waker: try Waker(orThrow: TestFailure.system), refill: refill)
    }

    /// Adds a job as one who sends it does.
    func send(noting job: TestJob) { add(job, admitted: nil) { job.complete($0) } }

    /// Adds a job as one who submits it does.
    func submit(noting job: TestJob) { add(job, admitted: { job.admit($0) }, completion: { job.complete($0) }) }

    /// The numbers of what the thread gets now.
    func takeNumbers() -> [Int] { take().jobs.map(\.number) }

    /// Says of jobs that they were accepted.
    func accept(_ jobs: [TestJob]) {
        finish(jobs.map { ($0, .success($0.number)) }, released: 0)
    }
}

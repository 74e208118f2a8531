// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushStore

/// Runs the user's program once for each run in the journal, in their order, some at a time.
///
/// A run stays in the journal until the program has ended, by itself or for its time. One that is there when this begins was
/// left by an earlier process; if its program had begun then, the line says that it is in doubt.
final class ProgramQueue: Sendable {
    /// How many run at once: enough that one which hangs holds up nobody, few enough for a small machine.
    static let atOnce = 4

    /// How often the end, or room, is looked for.
    private static let interval = Duration.milliseconds(20)

    private struct State: Sendable {
        /// In the journal, those that run included.
        var left: Int
        var running = 0
        /// The last one that was taken in hand.
        var last: Int64 = 0
        /// No more is begun.
        var isClosed = false
        var isAbandoned = false
    }

    private let program: String
    private let journal: Journal
    private let limits: ProgramLimits
    private let report: @Sendable (String) -> Void
    private let state: Lock<State>

    /// - Parameter report: Told what went wrong, in one line.
    init(
        _ program: String,
        journal: Journal,
        limits: ProgramLimits = ProgramLimits(),
        report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        self.program = program
        self.journal = journal
        self.limits = limits
        self.report = report
        state = Lock(State(left: try journal.runCount()))
    }

    /// Begins with what an earlier process left.
    func start() {
        let count = state.withLock { $0.left }
        for _ in 0..<min(count, Self.atOnce) { addWorker() }
    }

    /// Waits until one more may be put into the journal, for a time.
    ///
    /// - Parameter isEnding: Whether there is no point in it any more; asked again and again.
    func waitForRoom(unless isEnding: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + limits.patience
        while state.withLock({ $0.left >= limits.mostWaiting }) {
            guard !isEnding() else { return false }
            guard ContinuousClock.now < deadline else {
                report("\(limits.mostWaiting) runs of \(name) wait: pushes wait at the broker until one has ended")
                return false
            }
            Self.sleep()
        }
        return true
    }

    /// One more is in the journal.
    func noteAdded() {
        state.withLock { $0.left += 1 }
        addWorker()
    }

    /// Puts one more into the journal.
    func add(_ line: String) {
        do throws(StoreError) {
            try journal.addRun(line)
            noteAdded()
        } catch {
            report("\(name) is not run for a response: \(error)")
        }
    }

    /// Begins no more, and waits for those that run, but no longer than a time; those that run then are ended by SIGKILL.
    ///
    /// - Parameter isFinishing: Whether to begin those that wait too, for as long as there is time.
    /// - Returns: How many are left in the journal.
    func close(within time: Duration, isFinishing: Bool = true) async -> Int {
        let deadline = ContinuousClock.now + time
        if isFinishing { await wait(until: deadline) { $0.left == 0 } }
        state.withLock { $0.isClosed = true }
        await wait(until: deadline) { $0.running == 0 }
        state.withLock { $0.isAbandoned = true }
        await wait(until: nil) { $0.running == 0 }
        return state.withLock { $0.left }
    }

    private func wait(until deadline: ContinuousClock.Instant?, _ isDone: (State) -> Bool) async {
        while !state.withLock({ isDone($0) }) {
            if let deadline, ContinuousClock.now >= deadline { return }
            try? await Task.sleep(for: Self.interval)
        }
    }

    // MARK: Working

    private func addWorker() {
        let isWanted = state.withLock { state in
            guard !state.isClosed, state.running < Self.atOnce else { return false }
            state.running += 1
            return true
        }
        if isWanted { Thread.detachNewThread { while let run = self.next() { self.perform(run) } } }
    }

    /// The next one to be run; `nil` at the end of the worker.
    private func next() -> Journal.Run? {
        while true {
            do throws(StoreError) {
                // As one step: what is added after this has found nothing gets a worker of its own.
                return try state.withLock { (state) throws(StoreError) in
                    guard !state.isClosed, let run = try journal.run(after: state.last) else {
                        state.running -= 1
                        return nil
                    }
                    state.last = run.number
                    return run
                }
            } catch {
                report("\(name) waits: \(error)")
                pause()
            }
        }
    }

    private func perform(_ run: Journal.Run) {
        var isBegun = false
        while !isBegun, !isClosed {
            do throws(StoreError) {
                isBegun = try attempt(run)
            } catch {
                report("\(name) waits: \(error)")
            }
            if !isBegun { pause() }
        }
    }

    /// - Returns: Whether it was begun, so that this is over.
    private func attempt(_ run: Journal.Run) throws(StoreError) -> Bool {
        try journal.setRunBegun(run.number, true)
        let outcome = ProgramChild.run(program, input: [UInt8]("\(run.input)\n".utf8), limits: limits) {
            state.withLock { $0.isAbandoned }
        }
        switch outcome {
        case .abandoned: return true
        case .notBegun(let problem):
            report("\(name) \(problem)")
            try journal.setRunBegun(run.number, run.wasBegun)
            return false
        case .ended(let problem):
            if let problem { report("\(name) \(problem)") }
            state.withLock { $0.left -= 1 }
            do throws(StoreError) {
                try journal.endRun(run.number)
            } catch {
                report("\(name) will be run again for one push at the next start: \(error)")
            }
            return true
        }
    }

    /// Waits a while, unless the end comes.
    private func pause() {
        let end = ContinuousClock.now + limits.pause
        while ContinuousClock.now < end, !isClosed { Self.sleep() }
    }

    private static func sleep() { Thread.sleep(forTimeInterval: interval / .seconds(1)) }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private var name: String { PrintableText.excerpt(program) }
}

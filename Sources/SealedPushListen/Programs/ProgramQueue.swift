// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// Runs the user's program once for each line, some at a time.
///
/// The rest waits in order, and nothing waits for it.
final class ProgramQueue: Sendable {
    /// How many run at once: enough that one which hangs holds up nobody, few enough for a small machine.
    static let atOnce = 4
    /// How many wait at most; a line is some thousand bytes.
    ///
    /// For what comes beyond it is not run, and that is said.
    static let mostWaiting = 1000

    /// How often the end is looked for.
    private static let interval = Duration.milliseconds(20)

    private struct State: Sendable {
        var waiting: [String] = []
        var running = 0
        var isClosed = false
        var isAbandoned = false
    }

    private let program: String
    private let limits: ProgramLimits
    private let report: @Sendable (String) -> Void
    private let state = Lock(State())

    init(_ program: String, limits: ProgramLimits = ProgramLimits(), report: @escaping @Sendable (String) -> Void) {
        self.program = program
        self.limits = limits
        self.report = report
    }

    func add(_ line: String) {
        let (starts, isFull) = state.withLock { state in
            guard !state.isClosed, state.waiting.count < Self.mostWaiting else { return (false, true) }
            state.waiting.append(line)
            guard state.running < Self.atOnce else { return (false, false) }
            state.running += 1
            return (true, false)
        }
        if isFull { report("\(Self.mostWaiting) pushes wait for \(name): it is not run for another one") }
        if starts { Thread.detachNewThread { self.work() } }
    }

    /// Takes no more, and waits until all have run, but no longer than a time; those that run then are ended by SIGKILL.
    ///
    /// - Returns: How many have not run to their end.
    func close(within time: Duration) async -> Int {
        let deadline = ContinuousClock.now + time
        state.withLock { $0.isClosed = true }
        while count > 0, ContinuousClock.now < deadline { try? await Task.sleep(for: Self.interval) }
        let left = state.withLock { state in
            state.isAbandoned = true
            defer { state.waiting = [] }
            return state.waiting.count + state.running
        }
        while count > 0 { try? await Task.sleep(for: Self.interval) }
        return left
    }

    private var count: Int { state.withLock { $0.waiting.count + $0.running } }

    private func work() {
        while true {
            let line: String? = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let line else { return }
            let problem = ProgramChild.run(program, input: [UInt8]("\(line)\n".utf8), limits: limits) {
                state.withLock { $0.isAbandoned }
            }
            if let problem { report("\(name) \(problem)") }
        }
    }

    private var name: String { PrintableText.excerpt(program) }
}

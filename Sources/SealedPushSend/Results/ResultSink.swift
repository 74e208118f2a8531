// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender

/// Where results go as they come, from whichever thread: lines on standard output, errors on standard error, a count.
final class ResultSink: Sendable {
    private struct State: Sendable {
        var context: CommandContext
        var progress: Progress
        var accepted = 0
        /// How many failed, by what the command would end with had only they been.
        var failures: [ExitCode: Int] = [:]
        var shortened: Shortened?
        /// Why results can no longer be written.
        var writeError: CommandError?

        var failed: Int { failures.values.reduce(0, +) }
    }

    /// How results are told.
    struct Manner: Sendable {
        /// As lines of JSON.
        var asJSON = false
        /// Failures alone; lines of JSON are what was asked for, and stay.
        var isQuiet = false
        /// Nothing is sent, and nothing is said to have been.
        var isRehearsal = false
    }

    private let manner: Manner
    private let state: Lock<State>

    init(_ context: CommandContext, _ manner: Manner) {
        self.manner = manner
        state = Lock(State(context: context, progress: Progress(manner.isRehearsal ? "checked" : "sent")))
    }

    /// Whether whoever reads the results has gone, or the disk is full: nothing more should be sent.
    var isBroken: Bool { state.withLock { $0.writeError != nil } }

    func add(_ result: SendResult) {
        let manner = manner
        state.withLock { state in
            if let fault = result.fault {
                state.failures[fault.code, default: 0] += 1
            } else {
                state.accepted += 1
            }
            state.shortened = state.shortened ?? result.shortened
            // Each at once: whoever reads them may be waiting for this one.
            do throws(CommandError) {
                try Self.write(result, manner, to: &state)
                try state.context.flush()
            } catch {
                state.writeError = state.writeError ?? error
            }
            state.progress.show(state.accepted + state.failed, in: state.context)
        }
    }

    private static func write(_ result: SendResult, _ manner: Manner, to state: inout State) throws(CommandError) {
        guard !manner.asJSON else {
            try state.context.writeJSON(String(decoding: result.json, as: UTF8.self))
            return
        }
        switch result.outcome {
        case .success(let receipt):
            guard !manner.isQuiet else { return }
            try state.context.writeLine(result.text(receipt))
            state.context.detail(result.detail(receipt))
        case .failure(let fault):
            state.progress.clear(in: state.context)
            let name = result.label.to.map { "\(ShownName.excerpt($0)): " } ?? ""
            state.context.say(fault.namesRecipient ? fault.message : name + fault.message)
        }
    }

    /// Whether nothing has come of anything yet.
    var isEmpty: Bool { state.withLock { $0.accepted + $0.failed == 0 } }

    /// Says why results take their time from now on.
    func announce(_ text: String) {
        state.withLock { state in
            state.progress.clear(in: state.context)
            state.context.note(text)
        }
    }

    /// Sums up, and says what the command ends with.
    ///
    /// - Parameters:
    ///   - isMany: Whether a summary says more than the one result did.
    ///   - unsent: Whom a stop came before, if anybody.
    func finish(isMany: Bool, unsent: Unsent? = nil) throws(CommandError) -> ExitCode {
        var state = state.withLock { $0 }
        state.progress.clear(in: state.context)
        if let error = state.writeError { throw error }
        if let shortened = state.shortened {
            state.context.note("body shortened from \(shortened.bodyBytes) to \(shortened.keptBytes) bytes and \"…\"")
        }
        if isMany || unsent != nil { sum(state, unsent) }
        // They are tried again like those that were given up.
        if let unsent { state.failures[.tryAgain, default: 0] += max(unsent.count, 1) }
        guard state.failed > 0 else { return .done }
        // A code that says to try again is only for those of whom all can be.
        guard state.accepted == 0, state.failures.count == 1, let code = state.failures.keys.first else {
            return .failed
        }
        return code
    }

    private func sum(_ state: State, _ unsent: Unsent?) {
        let failed = state.failed
        let all = state.accepted + failed + (unsent?.count ?? 0)
        var summary = "\(state.accepted) of \(all) \(manner.isRehearsal ? "would be sent" : "sent")"
        if failed > 0 { summary += ", \(failed) failed" }
        if let unsent { summary += unsent.summary }
        if failed == 0, unsent == nil { state.context.note(summary) } else { state.context.say(summary) }
    }
}

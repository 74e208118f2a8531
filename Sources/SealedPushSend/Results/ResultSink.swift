// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender

/// Where results go as they come, from whichever thread: lines on standard output, errors on standard error, a count.
final class ResultSink: Sendable {
    private struct State: Sendable {
        var context: CommandContext
        var progress = Progress("sent")
        var accepted = 0
        /// How many failed, by what the command would end with had only they been.
        var failures: [ExitCode: Int] = [:]
        var shortened: Shortened?
        /// Why results can no longer be written.
        var writeError: CommandError?

        var failed: Int { failures.values.reduce(0, +) }
    }

    private let asJSON: Bool
    private let state: Lock<State>

    init(_ context: CommandContext, asJSON: Bool) {
        self.asJSON = asJSON
        state = Lock(State(context: context))
    }

    /// Whether whoever reads the results has gone, or the disk is full: nothing more should be sent.
    var isBroken: Bool { state.withLock { $0.writeError != nil } }

    func add(_ result: SendResult) {
        let asJSON = asJSON
        state.withLock { state in
            if let fault = result.fault {
                state.failures[fault.code, default: 0] += 1
            } else {
                state.accepted += 1
            }
            state.shortened = state.shortened ?? result.shortened
            // Each at once: whoever reads them may be waiting for this one.
            do throws(CommandError) {
                try Self.write(result, asJSON: asJSON, to: &state)
                try state.context.flush()
            } catch {
                state.writeError = state.writeError ?? error
            }
            state.progress.show(state.accepted + state.failed, in: state.context)
        }
    }

    private static func write(_ result: SendResult, asJSON: Bool, to state: inout State) throws(CommandError) {
        guard !asJSON else {
            try state.context.writeJSON(String(decoding: result.json, as: UTF8.self))
            return
        }
        switch result.outcome {
        case .success(let receipt):
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

    /// Sums up, and says what the command ends with.
    ///
    /// - Parameter isMany: Whether a summary says more than the one result did.
    func finish(isMany: Bool) throws(CommandError) -> ExitCode {
        let state = state.withLock { $0 }
        state.progress.clear(in: state.context)
        if let error = state.writeError { throw error }
        if let shortened = state.shortened {
            state.context.note("body shortened from \(shortened.bodyBytes) to \(shortened.keptBytes) bytes and \"…\"")
        }
        let failed = state.failed
        if isMany {
            let summary = "\(state.accepted) of \(state.accepted + failed) sent"
            if failed == 0 { state.context.note(summary) } else { state.context.say("\(summary), \(failed) failed") }
        }
        guard failed > 0 else { return .done }
        // A code that says to try again is only for those of whom all can be.
        guard state.accepted == 0, state.failures.count == 1, let code = state.failures.keys.first else {
            return .failed
        }
        return code
    }
}

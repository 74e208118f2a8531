// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SealedPushCore

/// Starts children, and keeps one that waits for the next push.
///
/// One is enough: a host takes one push after another. Where several come at once, the children beyond it get one push
/// each.
final class ExtensionPool: Sendable {
    private struct State: Sendable {
        var waiting: ExtensionSession?
        /// Since when.
        var since = ContinuousClock.now
        /// Whether `look` is going to be called.
        var isWatched = false
    }

    /// How often the one that waits is looked at: what a push left running in it, and what killed it, is noticed within
    /// two of these.
    private static let interval = Duration.milliseconds(100)

    private let executable: String
    private let arguments: [String]
    private let reuse: ExtensionReuse
    private let state = Lock(State())

    init(executable: String, arguments: [String], reuse: ExtensionReuse) {
        self.executable = executable
        self.arguments = arguments
        self.reuse = reuse
    }

    /// Runs one push in a child that has no other.
    func run(_ request: Frame, _ limits: ExtensionSession.Limits) -> ExtensionAnswer {
        let session: ExtensionSession
        if let waiting = take(), waiting.startAgain(settling: reuse.settling) {
            session = waiting
        } else {
            guard let new = ExtensionSession(executable: executable, arguments: arguments) else {
                return .failure(.notStarted)
            }
            if let failure = new.start() { return .failure(failure) }
            session = new
        }
        let answer = session.run(request, limits)
        // One whose time was up may still be at it.
        if case .content(_, afterExpiry: false) = answer { keep(session) }
        return answer
    }

    private func take() -> ExtensionSession? {
        state.withLock { $0.waiting.take() }
    }

    private func keep(_ session: ExtensionSession) {
        guard session.pushCount < reuse.pushes, session.growth <= reuse.growth else { return }
        let mustWatch = state.withLock { state in
            guard state.waiting == nil else { return false }
            state.waiting = session
            state.since = .now
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if mustWatch { watch() }
    }

    // MARK: While one waits

    private func watch() {
        // Once this pool has gone, so has the child.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval.inSeconds) { [weak self] in self?.look() }
    }

    /// Ends the one that waits where it has waited long enough, or does not only wait.
    private func look() {
        let (goesOn, ended) = state.withLock { state -> (Bool, ExtensionSession?) in
            guard let waiting = state.waiting else {
                state.isWatched = false
                return (false, nil)
            }
            let time = ContinuousClock.now - state.since
            // The thread that answered may not have ended yet.
            let isWorthKeeping = time < reuse.idle && (time < Self.interval || isIdle(waiting))
            state.isWatched = isWorthKeeping
            return (isWorthKeeping, isWorthKeeping ? nil : state.waiting.take())
        }
        if goesOn { watch() }
        // Its end is waited for, and not under the lock.
        _ = ended
    }

    private func isIdle(_ session: ExtensionSession) -> Bool {
        session.isSilent && session.isQuiet && session.growth <= reuse.growth
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The signals that end the program in order: SIGTERM, SIGINT, and SIGHUP unless it was started so as to outlive that.
struct EndingSignals: Sendable {
    /// Whether SIGHUP counts: `nohup` has it ignored, and waiting for it would see it all the same.
    private let hangsUp: Bool

    /// Blocks them in this thread and those it will start; children start with an empty mask, whatever ours is.
    init() {
        var action = sigaction()
        unsafe sigaction(SIGHUP, nil, &action)
        let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        hangsUp = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != ignored
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for them on a thread of its own.
    ///
    /// A second one changes nothing, since `timeout` sends two at once: the end comes in bounded time anyway.
    func watch(_ ending: Ending) {
        let set = set
        Thread.detachNewThread {
            var signals = set
            var number: Int32 = 0
            while unsafe sigwait(&signals, &number) != 0 {}
            ending.end(.signal)
        }
    }

    private var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        if hangsUp { unsafe sigaddset(&signals, SIGHUP) }
        return signals
    }
}

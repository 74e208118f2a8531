// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The signals that end the program in order, SIGTERM and SIGINT.
struct EndingSignals: Sendable {
    /// Blocks them in this thread and those it will start; children start with an empty mask, whatever ours is.
    init() {
        var signals = Self.set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for them on a thread of its own.
    ///
    /// A second one changes nothing, since `timeout` sends two at once: the end comes in bounded time anyway.
    func watch(_ ending: Ending) {
        Thread.detachNewThread {
            var signals = Self.set
            var number: Int32 = 0
            while unsafe sigwait(&signals, &number) != 0 {}
            ending.end(.signal)
        }
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}

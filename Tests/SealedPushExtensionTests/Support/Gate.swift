// SPDX-License-Identifier: Apache-2.0

/// A place where a worker stops until a test lets it go on.
struct Gate: Sendable {
    private let arrived = Event()
    private let opened = Event()

    /// Says that the worker is here, and waits.
    func pass() {
        arrived.signal()
        opened.wait()
    }

    /// Waits for the worker.
    func waitForWorker() -> Bool { arrived.wait() }

    /// Lets it go on, and all that come later.
    func open() { opened.signal() }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Threads that start together.
package enum Threads {
    /// Runs `body` on that many threads at once and returns when all are done.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let gate = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        for index in 0..<count {
            done.enter()
            let thread = Thread {
                gate.wait()
                body(index)
                done.leave()
            }
            thread.start()
        }
        for _ in 0..<count { gate.signal() }
        done.wait()
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// Counts, from whatever thread.
final class Counter: Sendable {
    private let count = Lock(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}

/// Waits until something another thread does has happened; a test that waits in vain fails at its deadline.
func until(_ condition: () -> Bool) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("it has not happened within a minute")
            return
        }
        await Task.yield()
    }
}

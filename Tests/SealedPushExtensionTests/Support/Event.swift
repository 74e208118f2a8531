// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that happens once; whoever waits for it, waits until a deadline.
final class Event: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `happened` is reached under the condition's lock alone.
    private var happened = false
    private let condition = NSCondition()

    func signal() {
        condition.withLock {
            happened = true
            condition.broadcast()
        }
    }

    var hasHappened: Bool { condition.withLock { happened } }

    /// Whether it has happened within that time.
    @discardableResult
    func wait(seconds: Double = 60) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !happened {
                guard condition.wait(until: deadline) else { break }
            }
            return happened
        }
    }
}

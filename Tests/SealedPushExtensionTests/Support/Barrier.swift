// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets threads go on together, again and again.
final class Barrier: @unchecked Sendable {
    // Unchecked because the compiler cannot see that both numbers are reached under the condition's lock alone.
    private let parties: Int
    private var waiting = 0
    private var round = 0
    private let condition = NSCondition()

    init(_ parties: Int) { self.parties = parties }

    /// Returns when all have come.
    func wait() {
        condition.withLock {
            waiting += 1
            if waiting == parties {
                waiting = 0
                round += 1
                condition.broadcast()
                return
            }
            let mine = round
            while round == mine { condition.wait() }
        }
    }
}

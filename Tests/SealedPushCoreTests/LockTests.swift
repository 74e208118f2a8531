// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// One value, many threads.
struct LockTests {
    @Test("Under many threads no change is lost and none is seen half done")
    func threads() {
        let rounds = Rounds.count(50_000)
        let pair = Lock((first: 0, second: 0))
        let torn = Lock(0)
        Threads.run(8) { _ in
            for _ in 0..<rounds {
                let same = pair.withLock { pair in
                    pair.first += 1
                    defer { pair.second += 1 }
                    return pair.first == pair.second + 1
                }
                if !same { torn.withLock { $0 += 1 } }
            }
        }
        #expect(pair.withLock { $0.first } == 8 * rounds)
        #expect(pair.withLock { $0.second } == 8 * rounds)
        #expect(torn.withLock { $0 } == 0)
    }

    @Test("An error inside the lock comes out, and the lock is free again")
    func errors() {
        struct Odd: Error {}
        let lock = Lock(1)
        #expect(throws: Odd.self) {
            try lock.withLock { value throws(Odd) in
                value = 2
                throw Odd()
            }
        }
        #expect(lock.withLock { $0 } == 2)
    }
}

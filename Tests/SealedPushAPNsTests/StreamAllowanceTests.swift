// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushAPNs

@Suite("How many streams a server allows")
struct StreamAllowanceTests {
    @Test("is unknown at first, so all may be tried that the client itself allows")
    func unknown() {
        let allowance = StreamAllowance(maximum: 100)
        #expect(allowance.room(beside: 0, at: .zero) == 100)
        #expect(allowance.room(beside: 100, at: .zero) == 0)
        #expect(allowance.room(beside: 101, at: .zero) == 0)
        #expect(allowance.nextChange == nil)
    }

    @Test("is what it took when it was full; one more is tried after a pause")
    func full() {
        var allowance = StreamAllowance(maximum: 100)
        allowance.isFull(at: 10, now: .seconds(1))
        #expect(allowance.room(beside: 10, at: .seconds(1)) == 0)
        #expect(allowance.room(beside: 7, at: .seconds(1)) == 3)
        #expect(allowance.nextChange == .seconds(1) + StreamAllowance.pause)
        #expect(allowance.room(beside: 10, at: .seconds(1) + StreamAllowance.pause) == 1)
    }

    @Test("is found again within a few tries after it was raised", arguments: [2, 10, 64, 999])
    func raised(limit: Int) {
        var allowance = StreamAllowance(maximum: 1_000)
        allowance.isFull(at: 1, now: .zero)
        var count = 1
        var tries = 0
        while count < limit {
            tries += 1
            let room = allowance.room(beside: count, at: .seconds(tries))
            #expect(room > 0)
            count = min(limit, count + room)
            if count < limit { allowance.carries(count) }
        }
        #expect(tries <= 10)
    }

    @Test("is no limit any more once the client's own is reached")
    func maximum() {
        var allowance = StreamAllowance(maximum: 4)
        allowance.isFull(at: 3, now: .zero)
        allowance.carries(4)
        #expect(allowance.nextChange == nil)
        #expect(allowance.room(beside: 0, at: .zero) == 4)
    }

    @Test("is never taken for none: something must be tried for anything to change")
    func none() {
        var allowance = StreamAllowance(maximum: 4)
        allowance.isFull(at: 0, now: .zero)
        #expect(allowance.room(beside: 0, at: .zero) == 1)
    }
}

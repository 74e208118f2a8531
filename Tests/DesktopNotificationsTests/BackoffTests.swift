// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

@Suite("Times between attempts")
struct BackoffTests {
    @Test("each is twice the one before, up to the longest, until something works")
    func doubling() {
        var backoff = Backoff(first: .seconds(1), last: .seconds(5))
        #expect((0..<5).map { _ in backoff.next() } == [1, 2, 4, 5, 5].map { .seconds($0) })
        backoff.reset()
        #expect(backoff.next() == .seconds(1))
    }
}

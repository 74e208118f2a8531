// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushAPNs

@Suite("The wait before a push is sent again")
struct RetryPolicyTests {
    @Test(
        "doubles from half a second to half a minute",
        arguments: [(1, 500), (2, 1_000), (3, 2_000), (6, 16_000), (7, 30_000), (8, 30_000), (1_000_000, 30_000)]
    )
    func growth(attempt: Int, milliseconds: Int) {
        #expect(APNsRetryPolicy().delay(after: attempt, jitter: 1) == .milliseconds(milliseconds))
    }

    @Test("is drawn from nothing to that")
    func jitter() {
        #expect(APNsRetryPolicy().delay(after: 3, jitter: 0) == .zero)
        #expect(APNsRetryPolicy().delay(after: 3, jitter: 0.25) == .milliseconds(500))
    }

    @Test("may be nothing at all")
    func none() {
        var policy = APNsRetryPolicy()
        (policy.firstDelay, policy.longestDelay) = (.zero, .zero)
        #expect(policy.delay(after: 1_000_000, jitter: 1) == .zero)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// How often and for how long a push is sent again.
///
/// Only after 429 TooManyRequests, 500, 503, a lost connection and the like: what APNs refuses for good is never repeated.
public struct APNsRetryPolicy: Hashable, Sendable {
    /// How often one push is sent at most, the first time included; 1 sends nothing again.
    public var attempts = 6
    /// The longest wait before the second sending; each further one may take twice as long.
    ///
    /// The wait itself is drawn evenly from nothing to that, so that pushes that failed together do not return together.
    public var firstDelay = Duration.milliseconds(500)
    /// What the wait never exceeds.
    public var longestDelay = Duration.seconds(30)
    /// How long a push may take in all, from the moment the client has taken it.
    public var deadline = Duration.seconds(120)

    /// 6 attempts within 2 minutes.
    public init() {}

    /// How long to wait after the sending of this number, from 1; drawn by `jitter`, from 0 up to 1.
    package func delay(after attempt: Int, jitter: Double) -> Duration {
        var longest = firstDelay
        // Step by step: a shift by an attempt's number could overflow.
        for _ in 1..<max(attempt, 1) {
            guard longest > .zero, longest < longestDelay else { break }
            longest *= 2
        }
        return min(longest, longestDelay) * jitter
    }

    func check() throws(APNsError) {
        guard attempts >= 1, firstDelay >= .zero, longestDelay >= firstDelay, deadline > .zero else {
            throw APNsError(
                .badConfiguration,
                "retry: attempts must be 1 at least, longestDelay no less than firstDelay, and deadline more than nothing"
            )
        }
    }
}

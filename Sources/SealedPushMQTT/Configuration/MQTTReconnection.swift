// SPDX-License-Identifier: Apache-2.0

/// How long to wait before connecting again, which is done for ever.
public struct MQTTReconnection: Hashable, Sendable {
    /// The wait after the first failure; each further one is twice as long.
    public var firstDelay = Duration.seconds(1)
    /// What the wait never exceeds while the broker may be back any time.
    public var longestDelay = Duration.seconds(60)
    /// The wait after an answer that will hardly change: a wrong password, a certificate that is not trusted.
    public var refusedDelay = Duration.seconds(300)

    /// 1 s, doubling up to 60 s; 5 min after a refusal.
    public init() {}

    /// Drawn from the upper half of the wait, so that clients that lost one broker do not come back together.
    ///
    /// - Parameters:
    ///   - failures: How many there were in a row, from 1.
    ///   - jitter: From 0 up to 1.
    func delay(after failures: Int, isPermanent: Bool, jitter: Double) -> Duration {
        if isPermanent { return refusedDelay * (0.5 + jitter / 2) }
        var delay = firstDelay
        // Step by step: a shift by a number of failures could overflow.
        for _ in 1..<max(failures, 1) where delay < longestDelay { delay *= 2 }
        return min(delay, longestDelay) * (0.5 + jitter / 2)
    }

    func check() throws(MQTTError) {
        guard firstDelay > .zero, longestDelay >= firstDelay, refusedDelay >= firstDelay else {
            throw MQTTError(
                .badConfiguration,
                "reconnection: firstDelay must be more than nothing, longestDelay and refusedDelay no less than that"
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// How often and for how long a push is sent again that no answer came for.
public struct MQTTRetryPolicy: Hashable, Sendable {
    /// How often one push is sent at most, the first time included.
    public var attempts = 6
    /// How long a push may take in all, from the moment the publisher has taken it.
    public var deadline = Duration.seconds(120)
    /// How long the broker may take to acknowledge anything; after that the connection counts as dead.
    public var answerTimeout = Duration.seconds(20)

    /// 6 attempts within 2 minutes, each answered within 20 seconds.
    public init() {}

    func check() throws(MQTTError) {
        guard attempts >= 1, deadline > .zero, answerTimeout > .zero else {
            throw MQTTError(
                .badConfiguration,
                "retry: attempts must be 1 at least, deadline and answerTimeout more than nothing"
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Times between attempts, each twice the one before.
package struct Backoff: Sendable {
    private let first: Duration
    private let last: Duration
    private var following: Duration

    package init(first: Duration, last: Duration) {
        self.first = first
        self.last = last
        following = first
    }

    /// How long to wait this time.
    package mutating func next() -> Duration {
        defer { following = min(following * 2, last) }
        return following
    }

    /// Begins anew, after something worked.
    package mutating func reset() { following = first }
}

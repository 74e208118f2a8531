// SPDX-License-Identifier: Apache-2.0

import SealedPushStore

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time: Lock<Timestamp>

    init(milliseconds: UInt64 = 1_780_000_000_000) { time = Lock(Timestamp(milliseconds: milliseconds)) }

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: UInt64) { advance(milliseconds: seconds * 1000) }

    func advance(milliseconds: UInt64) {
        time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }

    func set(milliseconds: UInt64) { time.withLock { $0 = Timestamp(milliseconds: milliseconds) } }
}

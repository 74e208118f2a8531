// SPDX-License-Identifier: Apache-2.0

import SealedPushCore

@testable import SealedPushAPNs

/// Two clocks that stand still until they are told.
final class ManualClocks: Sendable {
    private struct State {
        var wall: UInt64
        var steady = Duration.zero
    }

    private let state: Lock<State>

    /// - Parameter wall: seconds since 1970.
    init(wall: UInt64) { state = Lock(State(wall: wall)) }

    var clocks: APNsClocks {
        APNsClocks(
            wall: { Timestamp(milliseconds: self.state.withLock { $0.wall } * 1000) },
            steady: { self.state.withLock { $0.steady } }
        )
    }

    /// Time passes.
    func pass(minutes: Int) {
        state.withLock { state in
            state.wall += UInt64(minutes * 60)
            state.steady += .seconds(minutes * 60)
        }
    }

    /// Someone sets the wall clock.
    func setWall(by seconds: Int) {
        state.withLock { $0.wall = UInt64(Int($0.wall) + seconds) }
    }

    /// Time passes that the wall clock knows nothing of but a second, for a token of another text.
    func passSteady(minutes: Int) {
        state.withLock { state in
            state.wall += 1
            state.steady += .seconds(minutes * 60)
        }
    }
}

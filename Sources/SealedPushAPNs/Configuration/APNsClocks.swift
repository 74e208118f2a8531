// SPDX-License-Identifier: Apache-2.0

package import SealedPushCore

/// The two clocks that a client looks at.
package struct APNsClocks: Sendable {
    /// What time it is, as far as this machine knows; may jump.
    package var wall: @Sendable () -> Timestamp
    /// Time since some moment; never jumps and goes on while the machine sleeps.
    package var steady: @Sendable () -> Duration

    package init(wall: @escaping @Sendable () -> Timestamp, steady: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.steady = steady
    }

    package static let system: APNsClocks = {
        let start = ContinuousClock.now
        return APNsClocks(wall: { Timestamp.now() }, steady: { ContinuousClock.now - start })
    }()
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Tells the first call of a handler from later ones, which have no effect.
final class OnceOnly: Sendable {
    private let wasCalled = Lock(false)

    /// Whether nobody has asked before.
    func isFirst() -> Bool {
        wasCalled.withLock { called in
            defer { called = true }
            return !called
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Sees to it that a locked device makes a sound for the first push only: the rest would say nothing new.
package final class LockedNotice: Sendable {
    /// That of the process: an extension may be made anew for each push.
    static let shared = LockedNotice()

    private let wasGiven = Lock(false)

    package init() {}

    /// Whether this is the first push since the process started, or since one was opened.
    func isFirst() -> Bool {
        wasGiven.withLock { given in
            defer { given = true }
            return !given
        }
    }

    /// A push was opened: the device is unlocked.
    func opened() { wasGiven.withLock { $0 = false } }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Sees to it that a locked device makes a sound for the first push only: the rest would say nothing new.
enum LockedNotice {
    private static let wasGiven = Lock(false)

    /// Whether this is the first push since the process started, or since one was opened.
    static func isFirst() -> Bool {
        wasGiven.withLock { given in
            defer { given = true }
            return !given
        }
    }

    /// A push was opened: the device is unlocked.
    static func opened() { wasGiven.withLock { $0 = false } }
}

// SPDX-License-Identifier: Apache-2.0

/// A call whose answer has not come.
struct AwaitedCall {
    enum Purpose {
        /// The bus tells its identifier.
        case busIdentifier
        /// The bus tells who the daemon is.
        case owner
        /// The bus starts a daemon.
        case start
        /// The daemon tells what it can do.
        case capabilities
        /// The daemon shows a notification.
        case notify(Showing, actions: [String: String])
        /// The same, given up; what it shows after all is taken away again.
        ///
        /// `age` is what `ShownTable` counted when it was given up.
        case lateNotify(identifier: String, age: UInt64)
        /// The daemon proves that it answers again.
        case probe
    }

    var purpose: Purpose
    /// When it is given up; `nil` for never.
    var deadline: ContinuousClock.Instant?
    /// Whether its notification was withdrawn in the meantime.
    var isWithdrawn = false

    /// The notification that is on its way, unless it was given up.
    var showing: Showing? {
        if case .notify(let showing, _) = purpose { showing } else { nil }
    }
}

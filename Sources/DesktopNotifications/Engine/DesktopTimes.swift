// SPDX-License-Identifier: Apache-2.0

/// How long the presenter waits for others.
package struct DesktopTimes: Sendable {
    /// For one answer of the bus or of a daemon, and for a daemon to start.
    ///
    /// Longer than a busy desktop takes while it logs in, and short enough that another way of telling the user is found.
    package var patience = Duration.seconds(10)
    /// Until the bus is tried again.
    package var reconnect = Backoff(first: .seconds(1), last: .seconds(300))
    /// Until a daemon that ended is started again: time for whoever replaces it by another one.
    package var restart = Backoff(first: .seconds(2), last: .seconds(300))
    /// Until what a daemon refused is given to it again: some take no more than a few in a short time.
    package var retry = Backoff(first: .seconds(5), last: .seconds(300))

    package init() {}
}

// SPDX-License-Identifier: Apache-2.0

/// How long a program may take, and how many of its runs may wait.
struct ProgramLimits: Sendable {
    /// Until it is asked to end, by SIGTERM: as long as a service extension has.
    var time = Duration.seconds(30)
    /// From then on until it is made to, by SIGKILL, with all it has started.
    var grace = Duration.seconds(5)
    /// Runs that are in the journal at once; a line is some thousand bytes.
    ///
    /// What comes beyond it stays with the broker.
    var mostWaiting = 1000
    /// How long a push waits for one of them to end before it is left with the broker: well below the two fifths of
    /// `MQTTConfiguration.keepAlive`, 36 s, after which the broker would give the connection up.
    var patience = Duration.seconds(10)
    /// Until a program that could not be begun is tried again: whoever updates it takes no longer.
    var pause = Duration.seconds(5)
}

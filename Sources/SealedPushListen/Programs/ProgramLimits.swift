// SPDX-License-Identifier: Apache-2.0

/// How long a program may take.
struct ProgramLimits: Sendable {
    /// Until it is asked to end, by SIGTERM: as long as a service extension has.
    var time = Duration.seconds(30)
    /// From then on until it is made to, by SIGKILL, with all it has started.
    var grace = Duration.seconds(5)
}

// SPDX-License-Identifier: Apache-2.0

/// What the command tells a script: those of `sysexits.h`, and 1 for a push or a check that failed.
package enum ExitCode: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 64
    case badData = 65
    case inputMissing = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case noPermission = 77
}

// SPDX-License-Identifier: Apache-2.0

/// How alerts look, with Apple's raw values.
public enum UNAlertStyle: Int, Sendable {
    /// None.
    case none = 0
    /// They go by themselves.
    case banner = 1
    /// They stay until the user acts.
    case alert = 2
}

// SPDX-License-Identifier: Apache-2.0

/// Whether an app may notify, with Apple's raw values.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody has asked yet.
    case notDetermined = 0
    /// No.
    case denied = 1
    /// Yes.
    case authorized = 2
    /// Quietly, until the user says more.
    case provisional = 3
    /// For a while, in an App Clip.
    case ephemeral = 4
}

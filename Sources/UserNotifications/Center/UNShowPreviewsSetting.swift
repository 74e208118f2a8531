// SPDX-License-Identifier: Apache-2.0

/// When the text of notifications is shown, with Apple's raw values.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// While the device is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}

// SPDX-License-Identifier: Apache-2.0

/// The state of one setting, with Apple's raw values.
public enum UNNotificationSetting: Int, Sendable {
    /// This device, or this app, has no such thing.
    case notSupported = 0
    /// Off.
    case disabled = 1
    /// On.
    case enabled = 2
}

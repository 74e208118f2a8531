// SPDX-License-Identifier: Apache-2.0

/// How urgent a notification is, with Apple's raw values.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Goes to the list without light or sound.
    case passive = 0
    /// Shows at once, lights the screen, may sound.
    case active = 1
    /// Also breaks through a Focus.
    case timeSensitive = 2
    /// Also sounds while the device is muted.
    case critical = 3
}

// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// The classes are not Sendable on Apple's systems, so they are not on Linux either: each line that says so must be refused,
// and no other.

func keep<Value: Sendable>(_: Value.Type) {}

func keepAll() {
    keep(UNNotificationContent.self)  // refused
    keep(UNMutableNotificationContent.self)  // refused
    keep(UNNotificationRequest.self)  // refused
    keep(UNNotification.self)  // refused
    keep(UNNotificationServiceExtension.self)  // refused
    keep(UNNotificationInterruptionLevel.self)
    keep(UNNotificationSoundName.self)
}

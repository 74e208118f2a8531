// SPDX-License-Identifier: Apache-2.0

/// The trigger of a remote notification; the system makes it.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    /// Made by whoever receives the push, never by an app.
    package static func make() -> UNPushNotificationTrigger { UNPushNotificationTrigger(repeats: false) }
}

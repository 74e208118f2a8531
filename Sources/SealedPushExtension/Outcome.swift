// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

/// What is to be shown of a push, and what is written down at the moment it is.
struct Outcome {
    /// Never changed after it was put here.
    let content: UNNotificationContent
    /// Run by whoever spends the slot, once; may find that something else must be shown.
    let settle: () -> UNNotificationContent?

    init(_ content: UNNotificationContent, settle: @escaping () -> UNNotificationContent? = { nil }) {
        self.content = content
        self.settle = settle
    }

    /// The same with other content: what a hook made of it.
    func with(_ content: UNNotificationContent) -> Outcome { Outcome(content, settle: settle) }
}

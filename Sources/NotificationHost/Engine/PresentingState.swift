// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

/// What is between the list and the user.
struct PresentingState {
    /// How many notifications are with the presenter at a time; the rest waits in the store, so a flood takes no memory.
    static let limit = 32

    /// Numbers of those that the delegate decides about, or the presenter has.
    var underWay: Set<Int64> = []
    /// What the delegate said, kept until it was shown.
    var decisions: [Int64: UNNotificationPresentationOptions] = [:]
    /// The last that was looked at; those after it are new.
    var last: Int64 = 0
    /// Whether the presenter said that it cannot, and not yet that it can again.
    var isPresenterAway = false

    var isIdle: Bool { underWay.isEmpty }
}

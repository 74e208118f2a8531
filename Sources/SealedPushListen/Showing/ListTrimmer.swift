// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import UserNotifications

/// Keeps the list of delivered notifications from growing for ever: nobody may ever look at it.
final class ListTrimmer: Sendable {
    /// How many are kept at least: more than a desktop's list shows.
    static let kept = 500
    /// How many may be there beyond that.
    static let slack = 250

    private let center: UNUserNotificationCenter
    private let kept: Int
    private let slack: Int
    private let count = Lock(0)

    init(_ center: UNUserNotificationCenter, kept: Int = ListTrimmer.kept, slack: Int = ListTrimmer.slack) {
        self.center = center
        self.kept = kept
        self.slack = slack
    }

    /// One more was delivered.
    func add() {
        let isTime = count.withLock { count in
            count = (count + 1) % slack
            return count == 0
        }
        if isTime { trim() }
    }

    /// Removes the oldest.
    func trim() {
        let (center, kept) = (center, kept)
        center.getDeliveredNotifications { list in
            let old = list.dropLast(kept).map(\.request.identifier)
            if !old.isEmpty { center.removeDeliveredNotifications(withIdentifiers: old) }
        }
    }
}

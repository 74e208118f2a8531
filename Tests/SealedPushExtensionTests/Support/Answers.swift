// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// The calls of one content handler, from whatever thread.
final class Answers: @unchecked Sendable {
    // Unchecked because content is not `Sendable`: it is put in and read under the condition's lock.
    private var contents: [UNNotificationContent] = []
    private let condition = NSCondition()

    func add(_ content: UNNotificationContent) {
        condition.withLock {
            contents.append(content)
            condition.broadcast()
        }
    }

    var count: Int { condition.withLock { contents.count } }

    var first: UNNotificationContent? { condition.withLock { contents.first } }

    /// The first answer, if it comes within that time.
    func wait(seconds: Double = 60) -> UNNotificationContent? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while contents.isEmpty {
                guard condition.wait(until: deadline) else { break }
            }
            return contents.first
        }
    }
}

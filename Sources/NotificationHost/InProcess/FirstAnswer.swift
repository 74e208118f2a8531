// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// The first call of a content handler; later ones have no effect, as on Apple's systems.
final class FirstAnswer: @unchecked Sendable {
    // Unchecked because content is not `Sendable`: it is copied when it comes and read under the condition's lock.
    private var content: UNNotificationContent?
    private let condition = NSCondition()

    func give(_ content: UNNotificationContent) {
        let copy = content.copy() as? UNNotificationContent ?? content
        condition.withLock {
            guard self.content == nil else { return }
            self.content = copy
            condition.broadcast()
        }
    }

    func wait(for time: Duration) -> UNNotificationContent? {
        let deadline = Date(timeIntervalSinceNow: time.inSeconds)
        return condition.withLock {
            while content == nil {
                guard condition.wait(until: deadline) else { break }
            }
            return content
        }
    }
}

/// Carries a value to another thread; unchecked because UN classes are not `Sendable`, and only one thread uses it at a time.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value
}

extension Duration {
    /// As a number, for Foundation.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

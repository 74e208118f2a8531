// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that another thread brings.
final class Promised<Value: Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `value` is reached under the condition's lock alone.
    private var value: Value?
    private let condition = NSCondition()

    func set(_ value: Value) {
        condition.withLock {
            self.value = value
            condition.broadcast()
        }
    }

    /// The value, if it comes within that time.
    func wait(seconds: Double = 60) -> Value? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while value == nil {
                guard condition.wait(until: deadline) else { break }
            }
            return value
        }
    }
}

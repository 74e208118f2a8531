// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Values that come from other threads, in the order they come.
package final class Inbox<Value: Sendable>: @unchecked Sendable {
    package struct NothingCame: Error, CustomStringConvertible {
        package let description: String
    }

    // Unchecked because the compiler does not see that `values` is reached under `condition` alone.
    private let condition = NSCondition()
    private var values: [Value] = []

    package init() {}

    package func add(_ value: Value) {
        condition.withLock {
            values.append(value)
            condition.broadcast()
        }
    }

    /// What came and was not taken yet.
    package var rest: [Value] { condition.withLock { values } }

    /// Takes the first value that fits, waiting for it; those before it stay.
    package func take(
        _ what: String = "a value",
        within seconds: Double = 30,
        where fits: (Value) throws -> Bool = { _ in true }
    ) throws -> Value {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let index = try values.firstIndex(where: fits) { return values.remove(at: index) }
            guard condition.wait(until: deadline) else {
                throw NothingCame(description: "\(what) did not come in \(seconds) s; there are \(values)")
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Waiting that blocks, on a thread of its own: Swift's few threads are for the tasks that are waited for.
package enum Blocking {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}

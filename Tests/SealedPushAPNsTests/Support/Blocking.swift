// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Waiting that blocks, on a thread of its own: Swift's few threads are for the tasks that are waited for.
enum Blocking {
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushReceiver

/// The reasons an extension's hook was told, in order.
final class Reasons: Sendable {
    private let words = Lock<[String]>([])

    var list: [String] { words.withLock { $0 } }

    func add(_ failure: OpenFailure) { words.withLock { $0.append(failure.reason.rawValue) } }
}

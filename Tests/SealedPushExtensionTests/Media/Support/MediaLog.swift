// SPDX-License-Identifier: Apache-2.0

import SealedPushCore

@testable import SealedPushExtension

/// What happened while media were loaded, in order, from whatever thread.
final class MediaLog: Sendable {
    private let lines = Lock<[String]>([])
    private let failures = Lock<[MediaError]>([])
    /// Happens when neither a test nor a worker has the service any more.
    let ended = Event()

    var list: [String] { lines.withLock { $0 } }
    var errors: [MediaError] { failures.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func add(_ error: MediaError) { failures.withLock { $0.append(error) } }
}

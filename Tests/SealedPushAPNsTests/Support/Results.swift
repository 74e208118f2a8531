// SPDX-License-Identifier: Apache-2.0

import SealedPushCore

@testable import SealedPushAPNs

/// Collects what `submit` tells, and waits for all of it.
final class Results: Sendable {
    private struct State {
        var results: [MessageID: [Result<APNsReceipt, APNsError>]] = [:]
        var count = 0
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Lock(State())

    func add(_ id: MessageID, _ result: Result<APNsReceipt, APNsError>) {
        let ready = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.results[id, default: []].append(result)
            state.count += 1
            guard let waiting = state.waiting, state.count >= waiting.count else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        ready?.resume()
    }

    var all: [MessageID: [Result<APNsReceipt, APNsError>]] { state.withLock { $0.results } }
    var count: Int { state.withLock { $0.count } }

    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.count < count { state.waiting = (count, continuation) }
                return state.count >= count
            }
            if isReady { continuation.resume() }
        }
    }
}

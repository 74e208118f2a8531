// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushReceiver

/// A seen list that counts what is asked of it, and does before each answer what a test wants.
final class SpySeenIDs: SeenIDs {
    private struct State: Sendable {
        var lookUps = 0
        var records = 0
        var beforeLookUp: (@Sendable () throws(KeyStoreError) -> Void)?
        var beforeRecord: (@Sendable () throws(KeyStoreError) -> Void)?
    }

    private let list = InMemorySeenIDs()
    private let state = Lock(State())

    var lookUps: Int { state.withLock { $0.lookUps } }
    /// How many pushes were written down, or would have been.
    var records: Int { state.withLock { $0.records } }

    func beforeLookUp(_ body: @escaping @Sendable () throws(KeyStoreError) -> Void) {
        state.withLock { $0.beforeLookUp = body }
    }

    func beforeRecord(_ body: @escaping @Sendable () throws(KeyStoreError) -> Void) {
        state.withLock { $0.beforeRecord = body }
    }

    func lookUp(_ push: SeenPush) throws(KeyStoreError) -> SeenVerdict {
        let body = state.withLock { state in
            state.lookUps += 1
            return state.beforeLookUp
        }
        try body?()
        return list.lookUp(push)
    }

    func record(_ push: SeenPush, now: Timestamp?) throws(KeyStoreError) -> SeenVerdict {
        let body = state.withLock { state in
            state.records += 1
            return state.beforeRecord
        }
        try body?()
        return list.record(push, now: now)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// A seen list that is looked into, and not written to.
struct ReadOnlySeenIDs: SeenIDs {
    private let list: any SeenIDs

    init(_ list: any SeenIDs) { self.list = list }

    func lookUp(_ push: SeenPush) throws(KeyStoreError) -> SeenVerdict { try list.lookUp(push) }

    func record(_ push: SeenPush, now: Timestamp?) throws(KeyStoreError) -> SeenVerdict { try list.lookUp(push) }
}

// SPDX-License-Identifier: Apache-2.0

/// Seen pushes for as long as the process lives: for tests, and for receivers that never stop.
public final class InMemorySeenIDs: SeenIDs {
    private let lists = Lock<[SigningKey.Public?: SeenList]>([:])
    private let signerCapacity: Int
    private let unsignedCapacity: Int

    /// Keeps 100,000 pushes for each signer and 10,000 unsigned ones.
    public convenience init() {
        self.init(signerCapacity: SeenPush.signerCapacity, unsignedCapacity: SeenPush.unsignedCapacity)
    }

    /// The form for tests of full lists.
    package init(signerCapacity: Int, unsignedCapacity: Int) {
        self.signerCapacity = signerCapacity
        self.unsignedCapacity = unsignedCapacity
    }

    /// Looks a push up and writes nothing; never throws.
    public func lookUp(_ push: SeenPush) -> SeenVerdict {
        lists.withLock { $0[push.signer]?.lookUp(push) ?? .new }
    }

    /// Looks a push up and, if it is new, records it, as one atomic step; never throws.
    public func record(_ push: SeenPush, now: Timestamp?) -> SeenVerdict {
        let capacity = push.signer == nil ? unsignedCapacity : signerCapacity
        return lists.withLock { $0[push.signer, default: SeenList(capacity: capacity)].record(push) }
    }
}

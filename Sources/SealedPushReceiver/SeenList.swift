// SPDX-License-Identifier: Apache-2.0

/// The seen pushes of one signer, or all unsigned ones, bounded: when it is full the earliest goes and the floor rises.
///
/// No entry goes for its age: a clock that is set back, or loses its time, would make the push new again.
struct SeenList: Sendable {
    private struct Entry: Sendable {
        let id: MessageID
        let sentAt: Timestamp
    }

    private let capacity: Int
    private var ids: Set<MessageID> = []
    /// A binary heap, the earliest first.
    private var entries: [Entry] = []
    /// The time of the latest entry that was dropped for want of room.
    private var floor: Timestamp?

    init(capacity: Int) { self.capacity = capacity }

    func lookUp(_ push: SeenPush) -> SeenVerdict {
        if ids.contains(push.id) { return .duplicate }
        if let floor, push.sentAt <= floor { return .belowFloor }
        return .new
    }

    mutating func record(_ push: SeenPush) -> SeenVerdict {
        let verdict = lookUp(push)
        guard verdict == .new else { return verdict }
        if entries.count >= capacity, let dropped = removeEarliest() {
            ids.remove(dropped.id)
            floor = max(floor ?? dropped.sentAt, dropped.sentAt)
        }
        ids.insert(push.id)
        insert(Entry(id: push.id, sentAt: push.sentAt))
        return .new
    }

    // MARK: The heap

    private mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0, entries[child].sentAt < entries[(child - 1) / 2].sentAt {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func removeEarliest() -> Entry? {
        guard let last = entries.popLast() else { return nil }
        guard let earliest = entries.first else { return last }
        entries[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < entries.count }
            guard let least = children.min(by: { entries[$0].sentAt < entries[$1].sentAt }),
                entries[least].sentAt < entries[parent].sentAt
            else { return earliest }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

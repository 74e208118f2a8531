// SPDX-License-Identifier: Apache-2.0

/// Jobs that wait for their time, the earliest first: a binary heap.
struct Schedule {
    private struct Entry {
        let due: Duration
        let job: Job
    }

    private var heap: [Entry] = []

    /// When the earliest is due.
    var nextDue: Duration? { heap.first?.due }
    var isEmpty: Bool { heap.isEmpty }

    mutating func add(_ job: Job, due: Duration) {
        heap.append(Entry(due: due, job: job))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest if its time has come.
    mutating func popDue(at now: Duration) -> Job? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
        return first.job
    }

    mutating func remove(_ job: Job) {
        let rest = heap.filter { $0.job !== job }
        guard rest.count < heap.count else { return }
        heap = []
        for entry in rest { add(entry.job, due: entry.due) }
    }

    mutating func removeAll() -> [Job] {
        defer { heap = [] }
        return heap.map(\.job)
    }

    /// Moves the first entry down to its place.
    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count && heap[child].due < heap[least].due
            {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

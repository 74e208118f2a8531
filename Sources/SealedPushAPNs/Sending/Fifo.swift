// SPDX-License-Identifier: Apache-2.0

/// First in, first out; taking from an array's front would move all the rest.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        // Half of it empty: moving the rest costs no more than filling it did.
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Takes out all that `isWanted` picks, in order.
    mutating func removeAll(where isWanted: (Element) -> Bool) -> [Element] {
        let all = elements[head...].compactMap { $0 }
        elements = all.filter { !isWanted($0) }
        head = 0
        return elements.count == all.count ? [] : all.filter(isWanted)
    }
}

extension Fifo: Sendable where Element: Sendable {}

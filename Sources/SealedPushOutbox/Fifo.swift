// SPDX-License-Identifier: Apache-2.0

/// First in, first out; taking from an array's front would move all the rest.
//
// Inlinable for the sake of `Mailbox`, which is.
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    /// An empty one.
    @inlinable
    package init() {}

    /// Whether nothing is in it.
    @inlinable
    package var isEmpty: Bool { head == elements.count }
    /// How many are in it.
    @inlinable
    package var count: Int { elements.count - head }

    /// Puts one behind all others.
    @inlinable
    package mutating func append(_ element: Element) { elements.append(element) }

    /// Puts one before all others.
    @inlinable
    package mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// Takes the first, if there is one.
    @inlinable
    package mutating func popFirst() -> Element? {
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
    @inlinable
    package mutating func removeAll(where isWanted: (Element) -> Bool) -> [Element] {
        let all = elements[head...].compactMap { $0 }
        elements = all.filter { !isWanted($0) }
        head = 0
        return elements.count == all.count ? [] : all.filter(isWanted)
    }
}

extension Fifo: Sendable where Element: Sendable {}

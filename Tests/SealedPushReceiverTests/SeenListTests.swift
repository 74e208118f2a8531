// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushReceiver

/// The bounded list of seen pushes, its floor, and what may be forgotten.
struct SeenListTests {
    /// An id made of a number.
    private static func id(_ number: Int) throws -> MessageID {
        try #require(MessageID(bytes: UInt64(number).bigEndianBytes + [UInt8](repeating: 0, count: 8)))
    }

    private static func push(_ number: Int, sentAt: Int, staleFrom: UInt64 = .max) throws -> SeenPush {
        SeenPush(
            signer: nil,
            id: try id(number),
            sentAt: Timestamp(milliseconds: UInt64(sentAt)),
            staleFrom: Timestamp(milliseconds: staleFrom)
        )
    }

    private static let now = Timestamp(milliseconds: 1000)

    @Test("A full list drops its earliest, whose time is the floor from then on")
    func floor() throws {
        var list = SeenList(capacity: 3)
        for (number, time) in [(1, 30), (2, 10), (3, 20)] {
            #expect(list.record(try Self.push(number, sentAt: time), now: Self.now) == .new)
        }
        // No floor yet, however old a push is.
        #expect(list.lookUp(try Self.push(9, sentAt: 0)) == .new)
        #expect(list.record(try Self.push(4, sentAt: 40), now: Self.now) == .new)
        #expect(list.record(try Self.push(2, sentAt: 10), now: Self.now) == .belowFloor, "dropped, so not listed")
        #expect(list.record(try Self.push(9, sentAt: 10), now: Self.now) == .belowFloor)
        for (number, time) in [(1, 30), (3, 20), (4, 40)] {
            #expect(list.record(try Self.push(number, sentAt: time), now: Self.now) == .duplicate)
        }
        #expect(list.record(try Self.push(9, sentAt: 11), now: Self.now) == .new)
        #expect(list.lookUp(try Self.push(10, sentAt: 20)) == .belowFloor, "the floor rose to 20")
    }

    @Test("The floor never falls, and nothing that was dropped is ever new again")
    func floorNeverFalls() throws {
        let seed: UInt64 = 5150
        var generator = SeededGenerator(seed: seed)
        var list = SeenList(capacity: 50)
        var recorded: [SeenPush] = []
        var highestRefused = -1
        for round in 0..<Rounds.count(20_000) {
            let time = Int.random(in: 0...5000, using: &generator)
            let push = try Self.push(round, sentAt: time)
            switch list.record(push, now: Self.now) {
            case .new:
                // Whatever was refused below the floor was no later than this.
                if time <= highestRefused { Issue.record("seed \(seed), round \(round): the floor fell") }
                recorded.append(push)
            case .belowFloor: highestRefused = max(highestRefused, time)
            case .duplicate: Issue.record("seed \(seed), round \(round): a new id is a duplicate")
            }
            if let old = recorded.randomElement(using: &generator), list.lookUp(old) == .new {
                Issue.record("seed \(seed), round \(round): a replay is possible")
            }
        }
        #expect(highestRefused > 0)
    }

    @Test("Entries that would be stale make room, and the floor does not rise for them")
    func sweep() throws {
        var list = SeenList(capacity: 4)
        for number in 0..<3 {
            _ = list.record(try Self.push(number, sentAt: 100 + number, staleFrom: 1000), now: Self.now)
        }
        _ = list.record(try Self.push(3, sentAt: 50, staleFrom: 2000), now: Self.now)
        #expect(list.record(try Self.push(4, sentAt: 200), now: Self.now) == .new)
        // The three stale ones went; the earliest, which is not stale, stayed.
        #expect(list.lookUp(try Self.push(3, sentAt: 50)) == .duplicate)
        #expect(list.lookUp(try Self.push(9, sentAt: 1)) == .new, "there is no floor")
        #expect(list.record(try Self.push(5, sentAt: 201), now: Self.now) == .new)
        #expect(list.record(try Self.push(6, sentAt: 202), now: Self.now) == .new)
        #expect(list.lookUp(try Self.push(3, sentAt: 50)) == .duplicate)
    }

    @Test("A full list is looked through for stale entries once in an eighth of its length")
    func sweepSeldom() throws {
        var list = SeenList(capacity: 16)
        for number in 1...16 { _ = list.record(try Self.push(number, sentAt: number, staleFrom: 2000), now: Self.now) }
        let later = Timestamp(milliseconds: 3000)
        // Looked through at the first that needs room, when nothing is stale; not at the second; at the third.
        _ = list.record(try Self.push(17, sentAt: 17), now: Self.now)
        _ = list.record(try Self.push(18, sentAt: 18), now: later)
        #expect(list.lookUp(try Self.push(16, sentAt: 16)) == .duplicate)
        _ = list.record(try Self.push(19, sentAt: 19), now: later)
        #expect(list.lookUp(try Self.push(16, sentAt: 16)) == .new, "forgotten, being stale")
        for number in 17...19 { #expect(list.lookUp(try Self.push(number, sentAt: number)) == .duplicate) }
        #expect(list.lookUp(try Self.push(9, sentAt: 2)) == .belowFloor, "the two that were dropped set the floor")
        #expect(list.lookUp(try Self.push(9, sentAt: 3)) == .new)
    }

    @Test("An entry goes from its time on and not before")
    func sweepEdge() throws {
        for (staleFrom, stays) in [(UInt64(1000), false), (1001, true)] {
            var list = SeenList(capacity: 2)
            _ = list.record(try Self.push(1, sentAt: 70, staleFrom: staleFrom), now: Self.now)
            _ = list.record(try Self.push(2, sentAt: 60), now: Self.now)
            _ = list.record(try Self.push(3, sentAt: 80), now: Self.now)
            // Where the first stays, the second has to go, being the earlier.
            #expect((list.lookUp(try Self.push(1, sentAt: 70)) == .duplicate) == stays)
            #expect((list.lookUp(try Self.push(2, sentAt: 60)) == .duplicate) == !stays)
        }
    }

    @Test("While the clock is not set nothing is forgotten as stale, and the floor holds")
    func clockUnset() throws {
        var list = SeenList(capacity: 2)
        _ = list.record(try Self.push(1, sentAt: 70, staleFrom: 1), now: nil)
        _ = list.record(try Self.push(2, sentAt: 60, staleFrom: 1), now: nil)
        _ = list.record(try Self.push(3, sentAt: 80, staleFrom: 1), now: nil)
        #expect(list.record(try Self.push(1, sentAt: 70), now: nil) == .duplicate)
        #expect(list.record(try Self.push(2, sentAt: 60), now: nil) == .belowFloor)
    }

    @Test("A refused push makes no room")
    func refusedMakesNoRoom() throws {
        var list = SeenList(capacity: 2)
        for number in 1...3 { _ = list.record(try Self.push(number, sentAt: number * 10), now: Self.now) }
        for _ in 0..<5 { #expect(list.record(try Self.push(9, sentAt: 5), now: Self.now) == .belowFloor) }
        #expect(list.lookUp(try Self.push(2, sentAt: 20)) == .duplicate)
        #expect(list.lookUp(try Self.push(3, sentAt: 30)) == .duplicate)
    }

    @Test("Looking up changes nothing")
    func lookUp() throws {
        let seen = InMemorySeenIDs(signerCapacity: 1, unsignedCapacity: 1)
        for _ in 0..<3 { #expect(seen.lookUp(try Self.push(1, sentAt: 1)) == .new) }
        #expect(seen.record(try Self.push(1, sentAt: 1), now: Self.now) == .new)
        for _ in 0..<3 { #expect(seen.lookUp(try Self.push(1, sentAt: 1)) == .duplicate) }
    }
}

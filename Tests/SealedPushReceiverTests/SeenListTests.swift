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

    @Test("A full list drops its earliest, whose time is the floor from then on")
    func floor() throws {
        var list = SeenList(capacity: 3)
        for (number, time) in [(1, 30), (2, 10), (3, 20)] {
            #expect(list.record(try Self.push(number, sentAt: time)) == .new)
        }
        // No floor yet, however old a push is.
        #expect(list.lookUp(try Self.push(9, sentAt: 0)) == .new)
        #expect(list.record(try Self.push(4, sentAt: 40)) == .new)
        #expect(list.record(try Self.push(2, sentAt: 10)) == .belowFloor, "dropped, so not listed")
        #expect(list.record(try Self.push(9, sentAt: 10)) == .belowFloor)
        for (number, time) in [(1, 30), (3, 20), (4, 40)] {
            #expect(list.record(try Self.push(number, sentAt: time)) == .duplicate)
        }
        #expect(list.record(try Self.push(9, sentAt: 11)) == .new)
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
            switch list.record(push) {
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

    @Test("No entry goes for its age: a clock that is set back brings no push back")
    func noAge() throws {
        var list = SeenList(capacity: 3)
        for number in 1...3 { _ = list.record(try Self.push(number, sentAt: 100 + number, staleFrom: 200)) }
        #expect(list.record(try Self.push(4, sentAt: 500)) == .new)
        #expect(list.record(try Self.push(1, sentAt: 101)) == .belowFloor)
        #expect(list.record(try Self.push(2, sentAt: 102)) == .duplicate)
    }

    @Test("A refused push makes no room")
    func refusedMakesNoRoom() throws {
        var list = SeenList(capacity: 2)
        for number in 1...3 { _ = list.record(try Self.push(number, sentAt: number * 10)) }
        for _ in 0..<5 { #expect(list.record(try Self.push(9, sentAt: 5)) == .belowFloor) }
        #expect(list.lookUp(try Self.push(2, sentAt: 20)) == .duplicate)
        #expect(list.lookUp(try Self.push(3, sentAt: 30)) == .duplicate)
    }

    @Test("Looking up changes nothing")
    func lookUp() throws {
        let seen = InMemorySeenIDs(signerCapacity: 1, unsignedCapacity: 1)
        for _ in 0..<3 { #expect(seen.lookUp(try Self.push(1, sentAt: 1)) == .new) }
        #expect(seen.record(try Self.push(1, sentAt: 1), now: nil) == .new)
        for _ in 0..<3 { #expect(seen.lookUp(try Self.push(1, sentAt: 1)) == .duplicate) }
    }
}

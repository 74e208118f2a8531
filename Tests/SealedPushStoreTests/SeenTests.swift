// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import TestSupport
import Testing

@testable import SealedPushStore

/// The lists of seen pushes, and the time they may take.
struct SeenTests {
    private var fixture: StoreFixture
    private let signer: SigningKey.Public

    init() throws {
        fixture = try StoreFixture()
        fixture.options.unsignedCapacity = 3
        fixture.options.signerCapacity = 5
        signer = try SigningKey.Secret().publicKey
        // A store that exists: a receiver makes none.
        _ = try fixture.store().makeDevice("phone")
    }

    private func push(
        _ sentAt: UInt64,
        staleFrom: UInt64 = .max,
        signer: SigningKey.Public? = nil,
        id: MessageID = MessageID()
    ) -> SeenPush {
        SeenPush(
            signer: signer,
            id: id,
            sentAt: Timestamp(milliseconds: sentAt),
            staleFrom: Timestamp(milliseconds: staleFrom)
        )
    }

    private func count() throws -> Int64 {
        var row = try Connection(path: fixture.path, patience: 0).row("SELECT count(*) FROM seen")
        return try row?.integer() ?? 0
    }

    @Test("A push is new once, for all programs; looking up records nothing")
    func once() throws {
        let store = try fixture.store()
        let push = push(10)
        #expect(try store.lookUp(push) == .new)
        #expect(try store.lookUp(push) == .new)
        #expect(try store.record(push, now: nil) == .new)
        #expect(try fixture.store().record(push, now: nil) == .duplicate)
        #expect(try fixture.store().lookUp(push) == .duplicate)
    }

    @Test("One id from two signers is two pushes")
    func signers() throws {
        let store = try fixture.store()
        let id = MessageID()
        let other = try SigningKey.Secret().publicKey
        for signer in [nil, signer, other] {
            #expect(try store.record(push(10, signer: signer, id: id), now: nil) == .new)
        }
    }

    @Test("A full list drops its lowest time, and the floor never falls")
    func floor() throws {
        let store = try fixture.store()
        let pushes = [20, 10, 30].map { push($0) }
        for push in pushes { #expect(try store.record(push, now: nil) == .new) }
        #expect(try store.record(push(40), now: nil) == .new)
        // 10 went.
        #expect(try store.lookUp(pushes[1]) == .belowFloor)
        #expect(try store.lookUp(push(10)) == .belowFloor)
        #expect(try store.lookUp(push(11)) == .new)
        // 20 goes for a late arrival, and then that one, which leaves the floor where it is.
        #expect(try store.record(push(15), now: nil) == .new)
        #expect(try store.lookUp(pushes[0]) == .belowFloor)
        #expect(try store.lookUp(push(20)) == .belowFloor)
        #expect(try store.record(push(50), now: nil) == .new)
        #expect(try store.lookUp(push(16)) == .belowFloor)
        #expect(try store.lookUp(pushes[2]) == .duplicate)
        #expect(try count() == 3)
    }

    @Test("A flood of unsigned pushes drops no signed one")
    func flood() throws {
        let store = try fixture.store()
        let signed = push(1, signer: signer)
        #expect(try store.record(signed, now: nil) == .new)
        for time in 2..<100 { _ = try store.record(push(UInt64(time)), now: nil) }
        #expect(try store.lookUp(signed) == .duplicate)
        #expect(try count() == 4)
    }

    @Test("Times up to the last of 64 bits keep their order")
    func largeTimes() throws {
        let store = try fixture.store()
        let times: [UInt64] = [1 << 63, .max, (1 << 63) - 1]
        for time in times { #expect(try store.record(push(time), now: nil) == .new) }
        #expect(try store.record(push(.max), now: nil) == .new)
        #expect(try store.lookUp(push((1 << 63) - 1)) == .belowFloor)
        #expect(try store.lookUp(push(1 << 63)) == .new)
    }

    @Test("No entry goes for its age, not by maintenance either: a clock that is set back brings no push back")
    func noAge() throws {
        let store = try fixture.store()
        let push = push(1, staleFrom: 100)
        #expect(try store.record(push, now: Timestamp(milliseconds: 50)) == .new)
        #expect(try store.record(self.push(2), now: Timestamp(milliseconds: 1000)) == .new)
        try store.performMaintenance()
        #expect(try store.record(push, now: nil) == .duplicate)
        #expect(try store.record(push, now: Timestamp(milliseconds: 50)) == .duplicate)
    }

    @Test("A length that was damaged traps nobody")
    func damagedLength() throws {
        let store = try fixture.store()
        _ = try store.record(push(1), now: nil)
        for length in [Int64.max, .min] {
            try Connection(path: fixture.path, patience: 0).change("UPDATE seen_list SET length = ?", .integer(length))
            #expect(try store.record(push(UInt64(10)), now: nil) == .new)
        }
    }

    // MARK: Time

    @Test("The extension waits 200 ms, no longer")
    func patience() {
        #expect(StoreOptions().receivingPatience == 200)
    }

    @Test("While another program writes, a push opens unchecked, after the time it may take")
    func busy() throws {
        var fixture = fixture
        fixture.options.receivingPatience = 60
        let store = try fixture.store()
        let device = try #require(try store.device("phone"))
        let sealed = try Sealer.anonymous().seal(PushPayload(title: "Door"), to: Recipient(device.publicKey))
        let writer = try Connection(path: fixture.path, patience: 0)
        try writer.execute("BEGIN IMMEDIATE")
        let start = ContinuousClock.now
        let opened = try Opener(keys: store, seen: store).open(payload: sealed.json)
        let waited = ContinuousClock.now - start
        #expect(!opened.replayChecked)
        #expect(waited >= .milliseconds(55))
        // Time enough for a loaded machine, and far from the five seconds that a change of keys waits.
        #expect(waited < .seconds(3))
        #expect(throws: KeyStoreError.self) { try store.record(.cannotOpen, at: fixture.clock.now) }
        try writer.execute("ROLLBACK")
        #expect(try Opener(keys: store, seen: store).open(payload: sealed.json).replayChecked)
        #expect(throws: OpenFailure.self) { try Opener(keys: store, seen: store).open(payload: sealed.json) }
    }

    @Test("A change of keys that waits does not hold up a push in the same program")
    func independent() throws {
        var fixture = fixture
        fixture.options.managingPatience = 1000
        let store = try fixture.store()
        let writer = try Connection(path: fixture.path, patience: 0)
        try writer.execute("BEGIN IMMEDIATE")
        let order = Lock<[String]>([])
        Threads.run(2) { index in
            if index == 0 {
                #expect(throws: StoreError.self) { try store.makeDevice("tablet") }
                order.withLock { $0.append("changed") }
            } else {
                for _ in 0..<10 { #expect((try? store.requiresSignature()) == false) }
                order.withLock { $0.append("read") }
            }
        }
        #expect(order.withLock { $0 } == ["read", "changed"])
        try writer.execute("ROLLBACK")
    }
}

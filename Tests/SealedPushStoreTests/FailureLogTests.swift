// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import TestSupport
import Testing

/// Counting failures, and when an app sends its card again.
struct FailureLogTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore
    private static let day: UInt64 = 24 * 60 * 60

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        _ = try store.makeDevice("phone")
    }

    private func fail(_ reason: OpenFailure.Reason) throws {
        try fixture.store().record(reason, at: fixture.clock.now)
    }

    @Test("Failures are counted by reason, with the last time, until they are cleared")
    func counting() throws {
        try fail(.unknownKey)
        fixture.clock.advance(seconds: 1)
        try fail(.unknownKey)
        try fail(.stale)
        #expect(
            try store.failures() == [
                FailureRecord(reason: .stale, count: 1, last: fixture.clock.now),
                FailureRecord(reason: .unknownKey, count: 2, last: fixture.clock.now),
            ]
        )
        #expect(try store.failures().contains { $0.reason == .unknownKey })
        try store.clearFailures()
        #expect(try store.failures().isEmpty)
    }

    @Test("A receiver that is given the store counts in it")
    func receiver() {
        #expect(Receiver(keys: store, seen: store).failures as? SQLiteKeyStore === store)
    }

    @Test(
        "The card is sent again for unknown and retired keys",
        arguments: [.unknownKey, .retiredKey] as [OpenFailure.Reason]
    )
    func reasons(_ reason: OpenFailure.Reason) throws {
        try fail(.stale)
        #expect(try !store.claimCardResend())
        try fail(reason)
        #expect(try store.claimCardResend())
        #expect(try !store.claimCardResend())
    }

    @Test("At most once in 24 hours, and only after a new failure")
    func onceADay() throws {
        try fail(.unknownKey)
        #expect(try store.claimCardResend())
        fixture.clock.advance(milliseconds: Self.day * 1000 - 1)
        try fail(.unknownKey)
        #expect(try !store.claimCardResend())
        fixture.clock.advance(milliseconds: 1)
        #expect(try store.claimCardResend())
        fixture.clock.advance(seconds: 2 * Self.day)
        #expect(try !store.claimCardResend())
        try fail(.retiredKey)
        #expect(try store.claimCardResend())
    }

    @Test("A clock that was once far ahead does not end it")
    func clockBack() throws {
        let now = fixture.clock.now
        fixture.clock.advance(seconds: 3650 * Self.day)
        try fail(.unknownKey)
        #expect(try store.claimCardResend())
        fixture.clock.set(milliseconds: now.milliseconds)
        try fail(.unknownKey)
        #expect(try store.claimCardResend())
        #expect(try !store.claimCardResend())
    }

    @Test("Of two programs one sends")
    func twoPrograms() throws {
        try fail(.unknownKey)
        let claims = Lock(0)
        let stores = try (0..<4).map { _ in try fixture.store() }
        Threads.run(4) { index in
            if (try? stores[index].claimCardResend()) == true { claims.withLock { $0 += 1 } }
        }
        #expect(claims.withLock { $0 } == 1)
    }
}

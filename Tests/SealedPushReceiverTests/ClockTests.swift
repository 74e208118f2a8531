// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// The age of a push, judged by a clock that may be wrong.
struct ClockTests {
    private static let month: UInt64 = 2_592_000_000

    private func reason(
        sentAt: UInt64,
        timeToLive: UInt32 = 0,
        at now: UInt64 = Sample.now.milliseconds,
        tolerance: UInt64? = nil
    ) throws -> OpenFailure.Reason? {
        let push = try RawPush().changed { ($0.sentAt, $0.timeToLive) = (sentAt, timeToLive) }
        var policy = ReceiverPolicy()
        if let tolerance { policy.clockTolerance = tolerance }
        return Sample.opener(try Sample.store(), policy: policy, at: now).reason(try push.text())
    }

    private var now: UInt64 { Sample.now.milliseconds }

    @Test("A push from the future opens up to 24 hours ahead, and not a millisecond more")
    func future() throws {
        for ahead: UInt64 in [0, 600_000, 2 * 3_600_000, Sample.day] { #expect(try reason(sentAt: now + ahead) == nil) }
        #expect(try reason(sentAt: now + Sample.day + 1) == .stale)
        #expect(try reason(sentAt: now + 3650 * Sample.day) == .stale)
        #expect(try reason(sentAt: .max) == .stale)
    }

    @Test("A push delayed for 29 days opens, and so does one of 30 days and 24 hours, and no later one")
    func delayed() throws {
        #expect(try reason(sentAt: now - 29 * Sample.day) == nil)
        #expect(try reason(sentAt: now - Self.month - Sample.day) == nil)
        #expect(try reason(sentAt: now - Self.month - Sample.day - 1) == .stale)
        #expect(try reason(sentAt: 0) == .stale)
    }

    @Test("A stated time to live ends earlier, by the same tolerance, and never later than 30 days")
    func timeToLive() throws {
        #expect(try reason(sentAt: now - Sample.day - 60_000, timeToLive: 60) == nil)
        #expect(try reason(sentAt: now - Sample.day - 60_001, timeToLive: 60) == .stale)
        #expect(try reason(sentAt: now - Self.month - Sample.day, timeToLive: .max) == nil)
        #expect(try reason(sentAt: now - Self.month - Sample.day - 1, timeToLive: .max) == .stale)
    }

    @Test("A sender's clock an hour off, or stepped back, makes no difference")
    func senderClock() throws {
        for off in [now - 3_600_000, now + 3_600_000, now - 3_600_000] {
            #expect(try reason(sentAt: off, timeToLive: 60) == nil)
        }
    }

    @Test("A receiver's clock before 2026 is no clock: the push opens, and the result says so")
    func unsetClock() throws {
        let first2026: UInt64 = 1_767_225_600_000
        for (clock, unset) in [(0, true), (first2026 - 1, true), (first2026, false)] {
            let push = try RawPush().changed { $0.sentAt = first2026 }
            let opened = try Sample.opener(Sample.store(), at: clock).open(encryptedContent: push.text())
            #expect(opened.clockUnset == unset)
        }
        for sentAt: UInt64 in [0, now, .max] { #expect(try reason(sentAt: sentAt, at: 0) == nil) }
        #expect(try reason(sentAt: now, at: first2026) == .stale, "five months ahead")
    }

    @Test("A receiver's clock set to 2040 refuses and does not trap")
    func receiverAhead() throws {
        #expect(try reason(sentAt: now, at: 2_208_988_800_000) == .stale)
        #expect(try reason(sentAt: now, at: .max) == .stale)
        #expect(try reason(sentAt: .max, at: .max) == .stale, "its end is beyond all time")
        #expect(try reason(sentAt: .max - Self.month, at: .max) == nil)
    }

    @Test("Without tolerance the clocks must agree, and the end counts to the millisecond")
    func noTolerance() throws {
        #expect(try reason(sentAt: now, tolerance: 0) == nil)
        #expect(try reason(sentAt: now + 1, tolerance: 0) == .stale)
        #expect(try reason(sentAt: now - 60_000, timeToLive: 60, tolerance: 0) == nil)
        #expect(try reason(sentAt: now - 60_001, timeToLive: 60, tolerance: 0) == .stale)
    }

    @Test(
        "With all tolerance there is every push opens whose end can be told",
        arguments: [UInt64.max, UInt64.max - 1]
    )
    func allTolerance(_ tolerance: UInt64) throws {
        for sentAt in [0, 1, now, UInt64.max - Self.month] {
            #expect(try reason(sentAt: sentAt, tolerance: tolerance) == nil)
        }
        #expect(try reason(sentAt: .max, tolerance: tolerance) == .stale)
        // A tolerance beyond 64 bits does not trap where the list of seen pushes is kept either.
        var policy = ReceiverPolicy()
        policy.clockTolerance = tolerance
        let opener = Sample.opener(try Sample.store(), seen: InMemorySeenIDs(), policy: policy)
        #expect(opener.reason(try RawPush().text()) == nil)
    }
}

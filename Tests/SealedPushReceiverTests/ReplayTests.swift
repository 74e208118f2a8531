// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// A push that comes twice, and a list that cannot be kept.
struct ReplayTests {
    private struct Broken: SeenIDs {
        func lookUp(_ push: SeenPush) throws(KeyStoreError) -> SeenVerdict { throw KeyStoreError(.unavailable, "busy") }
        func record(_ push: SeenPush, now: Timestamp?) throws(KeyStoreError) -> SeenVerdict {
            throw KeyStoreError(.unavailable, "busy")
        }
    }

    /// Answers one thing, and remembers what it was asked.
    private final class Scripted: SeenIDs {
        private let verdict: SeenVerdict
        private let asked = Lock<[(push: SeenPush, now: Timestamp?)]>([])

        init(_ verdict: SeenVerdict) { self.verdict = verdict }

        var questions: [(push: SeenPush, now: Timestamp?)] { asked.withLock { $0 } }

        func lookUp(_ push: SeenPush) -> SeenVerdict { verdict }
        func record(_ push: SeenPush, now: Timestamp?) -> SeenVerdict {
            asked.withLock { $0.append((push, now)) }
            return verdict
        }
    }

    @Test("The second of two pushes with one id is a duplicate, whatever is in it", arguments: EnvelopeMode.allCases)
    func duplicate(_ mode: EnvelopeMode) throws {
        let opener = Sample.opener(try Sample.store(), seen: InMemorySeenIDs())
        let push = try RawPush(mode)
        let other = push.changed { $0.payload = [UInt8](#"{"aps":{"alert":"other"}}"#.utf8) }
        #expect(try opener.open(encryptedContent: push.text()).replayChecked)
        #expect(opener.reason(try push.text()) == .duplicate)
        #expect(opener.reason(try other.text()) == .duplicate)
        #expect(opener.reason(try RawPush(mode).text()) == nil, "another id")
    }

    @Test("One id from two signers, or unsigned and signed, is two pushes")
    func lists() throws {
        let store = try Sample.store(trusting: false)
        store.trust(TrustedSigner(try Sample.signer(3).publicKey))
        store.trust(TrustedSigner(try Sample.signer(4).publicKey))
        var policy = ReceiverPolicy()
        policy.signature = .notRequired
        let opener = Sample.opener(store, seen: InMemorySeenIDs(), policy: policy)
        let push = try RawPush()
        for signer in [3, 4, nil] as [UInt8?] {
            let text = try push.changed { $0.signer = try signer.map { try Sample.signer($0) } }.text()
            #expect(opener.reason(text) == nil)
            #expect(opener.reason(text) == .duplicate)
        }
    }

    @Test("Where the list cannot be kept the push opens and says so, unless the policy refuses")
    func brokenList() throws {
        let text = try RawPush().text()
        for seen in [nil, Broken()] as [(any SeenIDs)?] {
            #expect(try !Sample.opener(Sample.store(), seen: seen).open(encryptedContent: text).replayChecked)
            var policy = ReceiverPolicy()
            policy.requiresReplayCheck = true
            let strict = Sample.opener(try Sample.store(), seen: seen, policy: policy)
            let failure = #expect(throws: OpenFailure.self) { try strict.open(encryptedContent: text) }
            #expect(failure?.reason == .storeUnavailable)
            #expect(failure?.diagnosis == (seen == nil ? "no list of seen pushes" : "busy"))
        }
    }

    @Test(
        "What the list answers is the result",
        arguments: [(SeenVerdict.new, nil), (.duplicate, .duplicate), (.belowFloor, .stale)]
            as [(SeenVerdict, OpenFailure.Reason?)]
    )
    func verdicts(_ verdict: SeenVerdict, _ reason: OpenFailure.Reason?) throws {
        #expect(Sample.opener(try Sample.store(), seen: Scripted(verdict)).reason(try RawPush().text()) == reason)
    }

    @Test("The list is told who signed, the id, both times, and the clock only if it is set")
    func told() throws {
        let seen = Scripted(.new)
        let push = try RawPush().changed { $0.timeToLive = 60 }
        #expect(Sample.opener(try Sample.store(), seen: seen).reason(try push.text()) == nil)
        #expect(Sample.opener(try Sample.store(), seen: seen, at: 5).reason(try push.text()) == nil)
        let expected = SeenPush(
            signer: try Sample.signer().publicKey,
            id: push.id,
            sentAt: Sample.now,
            staleFrom: Timestamp(milliseconds: Sample.now.milliseconds + 60_000 + Sample.day + 1)
        )
        #expect(seen.questions.map(\.push) == [expected, expected])
        #expect(seen.questions.map(\.now) == [Sample.now, nil])
    }

    @Test("A push may be forgotten from the very millisecond on that it would be stale")
    func staleFrom() throws {
        let seen = Scripted(.new)
        let push = try RawPush().changed { ($0.sentAt, $0.timeToLive) = (Sample.now.milliseconds, 60) }
        #expect(Sample.opener(try Sample.store(), seen: seen).reason(try push.text()) == nil)
        let staleFrom = try #require(seen.questions.first).push.staleFrom.milliseconds
        #expect(Sample.opener(try Sample.store(), at: staleFrom - 1).reason(try push.text()) == nil)
        #expect(Sample.opener(try Sample.store(), at: staleFrom).reason(try push.text()) == .stale)
    }

    @Test("Of eight threads that open one push at once exactly one opens it", arguments: 0..<Rounds.count(100))
    func threads(_ round: Int) throws {
        let opener = Sample.opener(try Sample.store(), seen: InMemorySeenIDs())
        let text = try RawPush(round % 2 == 0 ? .device : .shared).text()
        let reasons = Lock<[OpenFailure.Reason?]>([])
        Threads.run(8) { _ in
            let reason = opener.reason(text)
            reasons.withLock { $0.append(reason) }
        }
        let all = reasons.withLock { $0 }
        #expect(all.filter { $0 == nil }.count == 1)
        #expect(all.filter { $0 == .duplicate }.count == 7)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// Failures, counted so that an app can tell when to pair again.
struct FailureLogTests {
    @Test("Failures are counted by reason, with the time of the last")
    func counted() {
        let log = InMemoryFailureLog()
        #expect(log.failures().isEmpty)
        log.record(.unknownKey, at: Timestamp(milliseconds: 1))
        log.record(.cannotOpen, at: Timestamp(milliseconds: 2))
        log.record(.unknownKey, at: Timestamp(milliseconds: 3))
        #expect(
            log.failures() == [
                FailureRecord(reason: .cannotOpen, count: 1, last: Timestamp(milliseconds: 2)),
                FailureRecord(reason: .unknownKey, count: 2, last: Timestamp(milliseconds: 3)),
            ]
        )
    }

    @Test("No failure is lost under many threads")
    func threads() {
        let log = InMemoryFailureLog()
        let rounds = Rounds.count(5000)
        Threads.run(8) { _ in
            for _ in 0..<rounds { log.record(.stale, at: Timestamp(milliseconds: 1)) }
        }
        #expect(log.failures().map(\.count) == [8 * rounds])
    }

    @Test("A store that counts failures as well is the log, unless another is given")
    func log() throws {
        /// A store and a log in one.
        struct Both: KeyStore, FailureLog {
            let store: InMemoryKeyStore
            let log = InMemoryFailureLog()

            func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
                try store.openingKeys(of: kind, id: id)
            }
            func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] { try store.trustedSigners(id: id) }
            func requiresSignature() throws(KeyStoreError) -> Bool { try store.requiresSignature() }
            func record(_ reason: OpenFailure.Reason, at time: Timestamp) { log.record(reason, at: time) }
            func failures() -> [FailureRecord] { log.failures() }
        }
        let both = Both(store: try Sample.store())
        let log = InMemoryFailureLog()
        #expect(Receiver(keys: both, seen: nil).failures is Both)
        #expect(Receiver(keys: both, seen: nil, failures: log).failures as? InMemoryFailureLog === log)
        #expect(Receiver(keys: both.store, seen: nil).failures == nil)
        var receiver = Receiver(keys: both, seen: InMemorySeenIDs())
        receiver.now = { Sample.now }
        let text = try RawPush().text()
        #expect(receiver.opener.reason(text) == nil)
        #expect(receiver.opener.reason(text) == .duplicate)
    }

    @Test("A reason matches the failure that carries it, and is written as one word")
    func reasons() {
        func name(_ error: any Error) -> String {
            switch error {
            case OpenFailure.Reason.duplicate: "duplicate"
            default: "other"
            }
        }
        #expect(name(OpenFailure(.duplicate)) == "duplicate")
        #expect(name(OpenFailure(.stale)) == "other")
        #expect("\(OpenFailure(.stale))" == "stale")
        #expect("\(OpenFailure(.malformed, diagnosis: "it is empty"))" == "malformed: it is empty")
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// The steps of a reader, each before the next: a push with two faults fails with the reason of the earlier step.
struct StepOrderTests {
    /// A store that counts what it is asked.
    private final class CountingStore: KeyStore {
        private let store: InMemoryKeyStore
        private let questions = Lock<[String]>([])

        init(_ store: InMemoryKeyStore) { self.store = store }

        var asked: [String] { questions.withLock { $0 } }

        func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
            questions.withLock { $0.append("keys") }
            return try store.openingKeys(of: kind, id: id)
        }

        func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
            questions.withLock { $0.append("signers") }
            return try store.trustedSigners(id: id)
        }

        func requiresSignature() throws(KeyStoreError) -> Bool {
            questions.withLock { $0.append("signature") }
            return try store.requiresSignature()
        }
    }

    private static let notJSON: [UInt8] = [UInt8("[".utf8.first ?? 0)]

    private func reason(_ push: RawPush, seen: (any SeenIDs)? = nil, _ change: (InMemoryKeyStore) -> Void = { _ in })
        throws -> OpenFailure.Reason?
    {
        let store = try Sample.store()
        change(store)
        return Sample.opener(store, seen: seen).reason(try push.text())
    }

    @Test("What is malformed or of another version is refused before the store is asked")
    func storeNotAsked() throws {
        let store = CountingStore(try Sample.store())
        let opener = Sample.opener(store)
        for (text, reason) in [
            (nil, .notSealed), ("", .malformed), ("AQ", .malformed), ("Ag", .unsupportedVersion),
            ("AQM", .unsupportedVersion),
            ("!", .malformed), (String(repeating: "A", count: 16_385), .malformed),
        ] as [(String?, OpenFailure.Reason)] {
            #expect(opener.reason(text) == reason)
        }
        #expect(store.asked.isEmpty)
    }

    @Test("Length comes before version, version before mode, mode before the rest's length")
    func secondStep() throws {
        let opener = Sample.opener(try Sample.store())
        // Too long and of another version.
        let long = Encoding.base64url([2] + [UInt8](repeating: 0, count: 12_300))
        #expect(opener.reason(long) == .malformed)
        // Not base64url and of another version.
        #expect(opener.reason("Ag==") == .malformed)
        #expect(opener.reason(Encoding.base64url([2, 9])) == .unsupportedVersion)
        #expect(opener.reason(Encoding.base64url([1, 9])) == .unsupportedVersion)
        #expect(opener.reason(Encoding.base64url([1])) == .malformed)
    }

    @Test(
        "A store that cannot be read comes before an unknown key",
        arguments: [KeyStoreError.Code.locked, .unavailable]
    )
    func storeBeforeKey(_ code: KeyStoreError.Code) throws {
        var push = try RawPush()
        push.recipient = Recipient(try Sample.device(99).publicKey)
        let expected: OpenFailure.Reason = code == .locked ? .locked : .storeUnavailable
        #expect(try reason(push) { $0.setProblem(KeyStoreError(code, "x")) } == expected)
        #expect(try reason(push) == .unknownKey)
    }

    @Test("An unknown key comes before everything inside")
    func keyBeforeInside() throws {
        var push = try RawPush()
        push.recipient = Recipient(try Sample.device(99).publicKey)
        push.payload = Self.notJSON
        push.sentAt = 0
        push.signer = nil
        #expect(try reason(push) == .unknownKey)
    }

    @Test("A seal that does not open comes before the signer, and the store is not asked for one")
    func sealBeforeSigner() throws {
        let store = CountingStore(try Sample.store())
        let push = try RawPush().changed { $0.signer = try Sample.signer(99) }
        var envelope = try push.envelope()
        envelope[envelope.count - 1] ^= 1
        #expect(Sample.opener(store).reason(Encoding.base64url(envelope)) == .cannotOpen)
        #expect(store.asked == ["keys"])
    }

    @Test("Bad padding and a message cut short come before the signer")
    func innerBeforeSigner() throws {
        let opener = Sample.opener(try Sample.store())
        let push = try RawPush().changed { $0.signer = nil }
        #expect(opener.reason(try push.text(inner: push.body)) == .cannotOpen)
        #expect(opener.reason(try push.text(inner: [0] + [UInt8](repeating: 0, count: 20) + [0x80])) == .cannotOpen)
        #expect(opener.reason(try push.text()) == .untrustedSender)
    }

    @Test("The signer comes before the JSON, and the JSON before the time")
    func signerBeforeJSON() throws {
        let stranger = try Sample.signer(99)
        #expect(
            try reason(RawPush().changed { ($0.signer, $0.payload) = (stranger, Self.notJSON) }) == .untrustedSender
        )
        #expect(try reason(RawPush().changed { ($0.signer, $0.payload) = (nil, Self.notJSON) }) == .untrustedSender)
        #expect(try reason(RawPush().changed { ($0.signer, $0.sentAt) = (stranger, 0) }) == .untrustedSender)
        #expect(try reason(RawPush().changed { ($0.payload, $0.sentAt) = (Self.notJSON, 0) }) == .cannotOpen)
        #expect(try reason(RawPush().changed { $0.sentAt = 0 }) == .stale)
    }

    @Test("The time comes before the list of seen pushes, which only ever takes in what is shown")
    func timeBeforeSeen() throws {
        let seen = InMemorySeenIDs()
        let good = try RawPush()
        let bad = [
            good.changed { $0.sentAt = 0 }, good.changed { $0.payload = Self.notJSON },
            try good.changed { $0.signer = try Sample.signer(99) }, good.changed { $0.signer = nil },
        ]
        for push in bad { #expect(try reason(push, seen: seen) != nil) }
        #expect(try reason(good, seen: seen) == nil)
        #expect(try reason(good, seen: seen) == .duplicate)
        // The same id, but stale: still stale, though it was seen.
        #expect(try reason(bad[0], seen: seen) == .stale)
    }

    @Test("Once a key was involved a failure says one word and nothing more")
    func silence() throws {
        let opener = Sample.opener(try Sample.store())
        let pushes = [
            try RawPush().changed { $0.payload = Self.notJSON }, try RawPush().changed { $0.signer = nil },
            try RawPush().changed { $0.sentAt = 0 },
        ]
        for push in pushes {
            let text = try push.text()
            let failure = #expect(throws: OpenFailure.self) { try opener.open(encryptedContent: text) }
            #expect(failure?.diagnosis == nil)
            #expect(failure?.description == failure?.reason.rawValue)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// A store that gives no answer, at each of the questions it is asked.
struct StoreErrorTests {
    private enum Question: CaseIterable, Sendable { case keys, signers, signature }

    /// Fails at one question and answers the others.
    private struct Failing: KeyStore {
        let store: InMemoryKeyStore
        let failing: Question
        let error: KeyStoreError

        private func check(_ question: Question) throws(KeyStoreError) {
            if question == failing { throw error }
        }
        func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
            try check(.keys)
            return try store.openingKeys(of: kind, id: id)
        }
        func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
            try check(.signers)
            return try store.trustedSigners(id: id)
        }
        func requiresSignature() throws(KeyStoreError) -> Bool {
            try check(.signature)
            return try store.requiresSignature()
        }
    }

    @Test(
        "A store that is locked or broken gives that reason, whichever question it fails at",
        arguments: Question.allCases,
        [true, false]
    )
    private func failing(_ question: Question, _ isLocked: Bool) throws {
        let error = KeyStoreError(isLocked ? .locked : .unavailable, "the store says no")
        let store = Failing(store: try Sample.store(trusting: question == .signers), failing: question, error: error)
        // An unsigned push asks whether a signature is required, a signed one who is trusted.
        let push = try RawPush().changed { if question == .signature { $0.signer = nil } }
        let text = try push.text()
        let failure = #expect(throws: OpenFailure.self) { try Sample.opener(store).open(encryptedContent: text) }
        #expect(failure?.reason == (isLocked ? .locked : .storeUnavailable))
        #expect(failure?.diagnosis == "the store says no")
    }

    @Test("A store that cannot tell whether a signature is required opens nothing unsigned")
    func failsClosed() throws {
        let store = Failing(
            store: try Sample.store(trusting: false),
            failing: .signature,
            error: KeyStoreError(.unavailable, "x")
        )
        let opener = Sample.opener(store)
        #expect(opener.reason(try RawPush().changed { $0.signer = nil }.text()) == .storeUnavailable)
    }

    @Test("A store that was locked opens the same push once it is unlocked")
    func unlocked() throws {
        let store = try Sample.store()
        let opener = Sample.opener(store, seen: InMemorySeenIDs())
        let text = try RawPush().text()
        store.setProblem(KeyStoreError(.locked, "locked"))
        #expect(opener.reason(text) == .locked)
        #expect(opener.reason(text) == .locked)
        store.setProblem(nil)
        #expect(opener.reason(text) == nil)
        #expect(opener.reason(text) == .duplicate)
    }
}

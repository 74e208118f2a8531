// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// When a signature is required, and whose is believed.
struct SignatureTests {
    private func push(_ mode: EnvelopeMode = .device, signedBy byte: UInt8?) throws -> String {
        try RawPush(mode).changed { $0.signer = try byte.map { try Sample.signer($0) } }.text()
    }

    private func policy(_ signature: ReceiverPolicy.Signature) -> ReceiverPolicy {
        var policy = ReceiverPolicy()
        policy.signature = signature
        return policy
    }

    @Test("As long as nobody was ever trusted, an unsigned push opens and is labelled")
    func unsigned() throws {
        let opener = Sample.opener(try Sample.store(trusting: false))
        #expect(try opener.open(encryptedContent: push(signedBy: nil)).sender == .anonymous)
        #expect(try opener.open(encryptedContent: push(.shared, signedBy: nil)).sender == .member(of: "family"))
        // A signature nobody vouches for is no anonymity.
        #expect(try opener.reason(push(signedBy: 3)) == .untrustedSender)
    }

    @Test(
        "Once a signer is trusted a signature is required, also when the last one is revoked",
        arguments: EnvelopeMode.allCases
    )
    func sticky(_ mode: EnvelopeMode) throws {
        let store = try Sample.store(trusting: false)
        let opener = Sample.opener(store)
        let signer = TrustedSigner(try Sample.signer().publicKey, name: "door")
        #expect(try opener.reason(push(mode, signedBy: nil)) == nil)
        store.trust(signer)
        #expect(try opener.reason(push(mode, signedBy: nil)) == .untrustedSender)
        #expect(try opener.open(encryptedContent: push(mode, signedBy: 3)).signer == signer)
        store.revoke(signer.key)
        #expect(try opener.reason(push(mode, signedBy: nil)) == .untrustedSender)
        #expect(try opener.reason(push(mode, signedBy: 3)) == .untrustedSender)
    }

    @Test("Of three signers one is revoked: its pushes fail, the others' open")
    func oneRevoked() throws {
        let store = try Sample.store(trusting: false)
        for byte: UInt8 in [3, 4, 5] { store.trust(TrustedSigner(try Sample.signer(byte).publicKey, name: "\(byte)")) }
        store.revoke(try Sample.signer(4).publicKey)
        let opener = Sample.opener(store)
        #expect(try opener.open(encryptedContent: push(signedBy: 3)).signer?.name == "3")
        #expect(try opener.reason(push(signedBy: 4)) == .untrustedSender)
        #expect(try opener.open(encryptedContent: push(signedBy: 5)).signer?.name == "5")
    }

    @Test("A policy may require a signature from the start, or never")
    func policies() throws {
        let fresh = try Sample.store(trusting: false)
        #expect(try Sample.opener(fresh, policy: policy(.required)).reason(push(signedBy: nil)) == .untrustedSender)
        #expect(try Sample.opener(fresh, policy: policy(.required)).reason(push(signedBy: 3)) == .untrustedSender)
        let trusting = try Sample.store()
        #expect(try Sample.opener(trusting, policy: policy(.notRequired)).reason(push(signedBy: nil)) == nil)
        #expect(try Sample.opener(trusting, policy: policy(.required)).reason(push(signedBy: 3)) == nil)
        // A signature that is there must be a trusted one, whatever the policy.
        #expect(try Sample.opener(trusting, policy: policy(.notRequired)).reason(push(signedBy: 9)) == .untrustedSender)
    }

    @Test("A signed message sealed anew for another recipient is not believed")
    func resealed() throws {
        let opener = Sample.opener(try Sample.store())
        let push = try RawPush(.device)
        #expect(opener.reason(try push.text()) == nil)
        let toShared = try push.changed { $0.recipient = try Sample.recipient(.shared) }
        #expect(opener.reason(try toShared.text(inner: push.body + [0x80])) == .untrustedSender)
    }

    @Test("A stripped signature is refused where one is required")
    func stripped() throws {
        let push = try RawPush(.shared)
        let stripped = [0] + push.body[73...] + [0x80]
        #expect(Sample.opener(try Sample.store()).reason(try push.text(inner: stripped)) == .untrustedSender)
        #expect(Sample.opener(try Sample.store(trusting: false)).reason(try push.text(inner: stripped)) == nil)
    }

    @Test("A superseded signer is believed until its end, to the millisecond")
    func superseded() throws {
        let store = try Sample.store(trusting: false)
        store.trust(TrustedSigner(try Sample.signer().publicKey, usableUntil: Sample.now))
        let text = try push(signedBy: 3)
        #expect(Sample.opener(store, at: Sample.now.milliseconds - 1).reason(text) == nil)
        #expect(Sample.opener(store, at: Sample.now.milliseconds).reason(text) == .untrustedSender)
    }

    @Test("Signers of another id are no candidates, however many a store gives")
    func otherIDs() throws {
        /// Gives all its signers, whatever it is asked.
        struct Crowded: KeyStore {
            let store: InMemoryKeyStore
            let signers: [TrustedSigner]

            func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
                try store.openingKeys(of: kind, id: id)
            }
            func trustedSigners(id: KeyID) -> [TrustedSigner] { signers }
            func requiresSignature() -> Bool { true }
        }
        let others = try (UInt8(10)..<30).map { TrustedSigner(try Sample.signer($0).publicKey) }
        let signers = others + [TrustedSigner(try Sample.signer().publicKey, name: "door")]
        let opener = Sample.opener(Crowded(store: try Sample.store(), signers: signers))
        #expect(try opener.open(encryptedContent: push(signedBy: 3)).signer?.name == "door")
    }
}

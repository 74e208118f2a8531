// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Which of the receiver's keys opens a push: unknown, superseded, retired, several of one id.
struct OpeningKeyTests {
    private func text(_ key: SharedKey) throws -> String {
        try RawPush(.shared).changed { ($0.recipient, $0.signer) = (Recipient(key), nil) }.text()
    }

    private func text(_ key: DeviceKey.Secret) throws -> String {
        try RawPush().changed { ($0.recipient, $0.signer) = (Recipient(key.publicKey), nil) }.text()
    }

    private func opener(_ keys: [OpeningKey], at milliseconds: UInt64 = Sample.now.milliseconds) -> Opener {
        Sample.opener(InMemoryKeyStore(keys: keys), at: milliseconds)
    }

    @Test("A push to a key that is not here is unknown, to one that was here retired")
    func unknown() throws {
        let store = try Sample.store(trusting: false)
        let key = try Sample.device()
        #expect(try Sample.opener(store).reason(text(Sample.device(9))) == .unknownKey)
        #expect(try Sample.opener(store).reason(text(key)) == nil)
        store.retire(.deviceSecret, key.fingerprint)
        #expect(try Sample.opener(store).reason(text(key)) == .retiredKey)
        // A retired device key says nothing of a shared key.
        #expect(try Sample.opener(store).reason(text(Sample.shared())) == nil)
        store.retire(.sharedSecret, try Sample.shared().fingerprint)
        #expect(try Sample.opener(store).reason(text(Sample.shared())) == .retiredKey)
    }

    @Test("A superseded key opens until its end, to the millisecond, and the push is marked")
    func superseded() throws {
        let (old, new) = try (Sample.device(1), Sample.device(5))
        let keys = [OpeningKey(old, usableUntil: Sample.now), OpeningKey(new, created: Sample.now)]
        let before = opener(keys, at: Sample.now.milliseconds - 1)
        #expect(try before.open(encryptedContent: text(old)).keyIsSuperseded)
        #expect(try !before.open(encryptedContent: text(new)).keyIsSuperseded)
        #expect(try before.open(encryptedContent: text(old)).keyID == old.id)
        let after = opener(keys)
        #expect(try after.reason(text(old)) == .retiredKey)
        #expect(try after.reason(text(new)) == nil)
    }

    @Test("After two rotations within a minute a push sealed to the first key still opens 29 days later")
    func rotatedTwice() throws {
        let end = Timestamp(milliseconds: Sample.now.milliseconds + 30 * Sample.day)
        let keys = [
            OpeningKey(try Sample.device(1), created: Timestamp(milliseconds: 1), usableUntil: end),
            OpeningKey(try Sample.device(2), created: Sample.now, usableUntil: end),
            OpeningKey(try Sample.device(3), created: Sample.now),
        ]
        let opened = try opener(keys, at: Sample.now.milliseconds + 29 * Sample.day)
            .open(encryptedContent: text(Sample.device(1)))
        #expect(opened.keyIsSuperseded)
    }

    @Test("Of two keys with one id either opens what was sealed to it")
    func colliding() throws {
        let keys = try Sample.collidingKeys()
        #expect(keys.count == 2)
        #expect(keys[0].id == keys[1].id && keys[0].fingerprint != keys[1].fingerprint)
        for order in [[0, 1], [1, 0]] {
            let opener = opener(order.map { OpeningKey(keys[$0], name: "\($0)") })
            for index in 0...1 {
                #expect(try opener.open(encryptedContent: text(keys[index])).sender == .member(of: "\(index)"))
            }
        }
        // With one of them here, a push to the other does not open, and nobody can tell why.
        #expect(try opener([OpeningKey(keys[0])]).reason(text(keys[1])) == .cannotOpen)
        // With one of them at its end, a push to it fails like any other.
        let ended = [OpeningKey(keys[0], usableUntil: Sample.now), OpeningKey(keys[1])]
        #expect(try opener(ended).reason(text(keys[0])) == .cannotOpen)
    }

    @Test("At most eight keys of one id are tried, the newest first")
    func eight() throws {
        let keys = try Sample.collidingKeys()
        func reason(_ age: Int, of others: Int) throws -> OpenFailure.Reason? {
            // The key wanted is as old as the number says; all others have the same id and do not open.
            let wrong = (0...others).filter { $0 != age }
                .map { OpeningKey(keys[1], created: Timestamp(milliseconds: UInt64(100 - $0))) }
            let right = OpeningKey(keys[0], created: Timestamp(milliseconds: UInt64(100 - age)))
            return try opener((wrong + [right]).shuffled()).reason(text(keys[0]))
        }
        for age in 0..<8 { #expect(try reason(age, of: 20) == nil) }
        for age in 8...20 { #expect(try reason(age, of: 20) == .cannotOpen) }
    }

    @Test("Keys at their end do not use up the eight")
    func endedKeys() throws {
        let keys = try Sample.collidingKeys()
        let ended = (0..<20).map {
            OpeningKey(keys[1], created: Timestamp(milliseconds: UInt64(100 + $0)), usableUntil: Sample.now)
        }
        #expect(try opener(ended + [OpeningKey(keys[0])]).reason(text(keys[0])) == nil)
        #expect(try opener(ended).reason(text(keys[1])) == .retiredKey)
    }

    @Test("What a store gives beyond the question is not tried")
    func answersBeyond() throws {
        /// Gives all it has, whatever it is asked.
        struct Generous: KeyStore {
            let keys: [OpeningKey]

            func openingKeys(of kind: KeyKind, id: KeyID) -> OpeningKeys { OpeningKeys(keys) }
            func trustedSigners(id: KeyID) -> [TrustedSigner] { [] }
            func requiresSignature() -> Bool { false }
        }
        let store = Generous(keys: [OpeningKey(try Sample.device()), OpeningKey(try Sample.shared())])
        #expect(try Sample.opener(store).reason(text(Sample.device())) == nil)
        #expect(try Sample.opener(store).reason(text(Sample.device(9))) == .unknownKey)
        // A wrong label in the clear part: the sealed part would open, but not under that id.
        var relabelled = try #require(Encoding.base64url(text(Sample.device())))
        relabelled[2] ^= 1
        #expect(Sample.opener(store).reason(Encoding.base64url(relabelled)) == .unknownKey)
    }

    @Test("A receiver without any key says unknown and makes none")
    func noKeys() throws {
        let opener = opener([])
        for _ in 0..<3 { #expect(try opener.reason(text(Sample.device())) == .unknownKey) }
    }
}

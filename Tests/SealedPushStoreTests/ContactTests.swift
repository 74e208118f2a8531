// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import TestSupport
import Testing

/// The rules for cards: serials, kinds, names, what is left of a contact.
struct ContactTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore
    private let identity: Identity.Secret
    private let key: SigningKey.Public

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        identity = try Identity.Secret()
        key = try SigningKey.Secret().publicKey
    }

    private func card(
        _ key: SigningKey.Public? = nil,
        serial: UInt64,
        name: String = "Door",
        grace: UInt32? = nil
    ) throws -> KeyCard {
        try fixture.card(identity, .signer(key ?? self.key), serial: serial, name: name, grace: grace)
    }

    private func revocation(serial: UInt64) throws -> KeyCard {
        try fixture.card(identity, .revokedSigner, serial: serial)
    }

    private func isTrusted(_ key: SigningKey.Public? = nil) throws -> Bool {
        let key = key ?? self.key
        return try store.trustedSigners(id: key.id).contains { $0.key == key }
    }

    // MARK: Serials

    @Test("A new card makes a contact, under the local name")
    func added() throws {
        let card = try card(serial: 5)
        let result = try store.trust(card, as: "door")
        #expect(result.change == .added)
        let contact = try #require(result.contact)
        #expect(try store.contact("door") == contact)
        #expect(try store.contact(introducedBy: card) == contact)
        #expect(contact.signingKey == key)
        #expect(contact.deviceKey == nil)
        #expect(contact.suggestedName == "Door")
        #expect(contact.verifyNumber == identity.publicKey.verifyNumber)
        #expect(try store.trustedSigners(id: key.id) == [TrustedSigner(key, name: "door")])
        #expect(try store.requiresSignature())
    }

    @Test("The same card again changes nothing")
    func identical() throws {
        let card = try card(serial: 5)
        let first = try store.trust(card, as: "door")
        fixture.clock.advance(seconds: 9)
        let second = try store.trust(card, as: "door")
        #expect(second.change == .none)
        #expect(second.contact == first.contact)
        // Neither does a name that nothing has: the card is known under another.
        #expect(try store.trust(card, as: "gate").contact?.name == "door")
        #expect(try store.contact("gate") == nil)
    }

    @Test("Two cards with one serial: the identity was copied or stolen")
    func copied() throws {
        try store.trust(card(serial: 5), as: "door")
        expectStoreError(.copiedIdentity) {
            try store.trust(card(SigningKey.Secret().publicKey, serial: 5), as: "door")
        }
        expectStoreError(.copiedIdentity) { try store.trust(card(serial: 5, name: "Gate"), as: "door") }
        #expect(try store.contact("door")?.signingKey == key)
    }

    @Test("A lower serial is an old card")
    func old() throws {
        try store.trust(card(serial: 5), as: "door")
        expectStoreError(.oldCard) { try store.trust(card(SigningKey.Secret().publicKey, serial: 4), as: "door") }
        #expect(try store.contact("door")?.card?.serial == 5)
    }

    @Test("A higher serial updates key and address, never the local name")
    func updated() throws {
        try store.trust(card(serial: 5), as: "door")
        let new = try SigningKey.Secret().publicKey
        let result = try store.trust(card(new, serial: 6, name: "Front door"), as: "another name")
        #expect(result.change == .updated)
        #expect(result.contact?.name == "door")
        #expect(result.contact?.suggestedName == "Front door")
        #expect(result.contact?.signingKey == new)
        #expect(try store.contacts().count == 1)
    }

    @Test("The largest serial is kept whole")
    func largest() throws {
        let largest: UInt64 = 9_007_199_254_740_991
        try store.trust(card(serial: largest), as: "door")
        expectStoreError(.oldCard) { try store.trust(card(serial: largest - 1), as: "door") }
    }

    // MARK: Grace

    @Test("The previous key stays good for the grace of the card, counted from when it was accepted")
    func grace() throws {
        try store.trust(card(serial: 5), as: "door")
        let new = try SigningKey.Secret().publicKey
        try store.trust(card(new, serial: 6, grace: 60), as: "door")
        let end = Timestamp(milliseconds: fixture.clock.now.milliseconds + 60_000)
        #expect(try store.trustedSigners(id: key.id).map(\.usableUntil) == [end])
        #expect(try store.trustedSigners(id: new.id).map(\.usableUntil) == [nil])
        fixture.clock.advance(seconds: 60)
        try store.performMaintenance()
        #expect(try !isTrusted())
        #expect(try isTrusted(new))
    }

    @Test("Without a grace in the card it is 30 days")
    func defaultGrace() throws {
        try store.trust(card(serial: 5), as: "door")
        try store.trust(card(SigningKey.Secret().publicKey, serial: 6), as: "door")
        let end = Timestamp(milliseconds: fixture.clock.now.milliseconds + 2_592_000_000)
        #expect(try store.trustedSigners(id: key.id).map(\.usableUntil) == [end])
    }

    @Test("Grace 0 ends every earlier key at once")
    func compromised() throws {
        try store.trust(card(serial: 5), as: "door")
        let second = try SigningKey.Secret().publicKey
        try store.trust(card(second, serial: 6), as: "door")
        let third = try SigningKey.Secret().publicKey
        try store.trust(card(third, serial: 7, grace: 0), as: "door")
        #expect(try !isTrusted())
        #expect(try !isTrusted(second))
        #expect(try isTrusted(third))
    }

    @Test("A card that goes back to the previous key makes it the current one")
    func back() throws {
        try store.trust(card(serial: 5), as: "door")
        let second = try SigningKey.Secret().publicKey
        try store.trust(card(second, serial: 6), as: "door")
        try store.trust(card(serial: 7, grace: 60), as: "door")
        #expect(try store.trustedSigners(id: key.id).map(\.usableUntil) == [nil])
        #expect(try store.contact("door")?.signingKey == key)
    }

    @Test("A superseded key can be ended before its time")
    func retired() throws {
        try store.trust(card(serial: 5), as: "door")
        expectStoreError(.badValue) { try store.retireKey(key.fingerprint) }
        try store.trust(card(SigningKey.Secret().publicKey, serial: 6), as: "door")
        try store.retireKey(key.fingerprint)
        #expect(try !isTrusted())
        expectStoreError(.notFound) { try store.retireKey(key.fingerprint) }
    }

    // MARK: Names and kinds

    @Test("Another identity under a known name is refused, unless it is to replace it")
    func otherIdentity() throws {
        try store.trust(card(serial: 5), as: "door")
        let stranger = try Identity.Secret()
        let strangerKey = try SigningKey.Secret().publicKey
        let strangerCard = try fixture.card(stranger, .signer(strangerKey), serial: 1)
        expectStoreError(.otherIdentity) { try store.trust(strangerCard, as: "door") }
        #expect(try store.contact("door")?.identity == identity.publicKey)
        try store.trust(strangerCard, as: "door", replacing: true)
        #expect(try store.contact("door")?.identity == stranger.publicKey)
        #expect(try !isTrusted())
        // What was replaced is remembered like what was deleted.
        expectStoreError(.oldCard) { try store.trust(card(serial: 4), as: "old door") }
        #expect(try store.trust(card(serial: 5), as: "old door").change == .added)
    }

    @Test("The name of another contact is not taken for that of a known card")
    func otherName() throws {
        try store.trust(card(serial: 5), as: "door")
        try store.trust(SigningKey.Secret().publicKey, as: "bank")
        expectStoreError(.otherIdentity) { try store.trust(card(serial: 6), as: "bank") }
        #expect(try store.contact("door")?.card?.serial == 5)
    }

    @Test("Another kind of the same identity is another contact")
    func otherKind() throws {
        try store.trust(card(serial: 5), as: "door")
        let device = try DeviceKey.Secret().publicKey
        let deviceCard = try fixture.card(identity, .device(device), serial: 3)
        #expect(try store.contact(introducedBy: deviceCard) == nil)
        expectStoreError(.otherIdentity) { try store.trust(deviceCard, as: "door") }
        #expect(try store.trust(deviceCard, as: "door panel").change == .added)
        #expect(try store.contacts().map(\.kind) == [.signer, .device])
        #expect(try store.contact("door panel")?.deviceKey == device)
        #expect(try isTrusted())
    }

    @Test("A device's card makes no trusted signer and asks for no signatures")
    func deviceCard() throws {
        let device = try DeviceKey.Secret().publicKey
        let address = try #require(PushAddress.APNs(token: "ab12", topic: "com.example", environment: .production))
        let card = try fixture.card(
            identity,
            .device(device),
            serial: 3,
            address: PushAddress(apns: address)
        )
        try store.trust(card, as: "phone")
        #expect(try !store.requiresSignature())
        #expect(try store.contact("phone")?.address?.apns == address)
    }

    @Test("A key that belongs to one contact is not taken from another's card")
    func borrowedKey() throws {
        try store.trust(card(serial: 5), as: "door")
        let stranger = try Identity.Secret()
        expectStoreError(.keyInUse) {
            try store.trust(fixture.card(stranger, .signer(key), serial: 1), as: "bank")
        }
        expectStoreError(.keyInUse) { try store.trust(key, as: "bank") }
        #expect(try store.trustedSigners(id: key.id).map(\.name) == ["door"])
    }

    // MARK: Bare keys

    @Test("A bare key is a contact without an identity")
    func bare() throws {
        #expect(try store.trust(key, as: "door").change == .added)
        #expect(try store.trust(key, as: "door").change == .none)
        let contact = try #require(try store.contact("door"))
        #expect(contact.identity == nil)
        #expect(contact.verifyNumber == key.verifyNumber)
        #expect(try isTrusted())
        #expect(try store.requiresSignature())
        expectStoreError(.otherIdentity) { try store.trust(card(serial: 5), as: "door") }
        #expect(try store.trust(card(serial: 5), as: "door", replacing: true).contact?.identity == identity.publicKey)
    }

    @Test("A bare key that was deleted may come back, one that was revoked not")
    func bareEnds() throws {
        try store.trust(key, as: "door")
        try store.delete("door")
        #expect(try !isTrusted())
        try store.trust(key, as: "door")
        try store.revoke("door")
        #expect(try !isTrusted())
        expectStoreError(.revoked) { try store.trust(key, as: "gate") }
        try store.delete("door")
        expectStoreError(.revoked) { try store.trust(key, as: "gate") }
        expectStoreError(.revoked) { try store.trust(card(serial: 5), as: "gate") }
    }

    // MARK: Ends

    @Test("A deleted contact comes back with a serial not lower than the one remembered")
    func deleted() throws {
        try store.trust(card(serial: 5), as: "door")
        try store.delete("door")
        #expect(try store.contacts().isEmpty)
        #expect(try !isTrusted())
        #expect(try store.requiresSignature())
        expectStoreError(.oldCard) { try store.trust(card(serial: 4), as: "door") }
        #expect(try store.trust(card(serial: 5), as: "gate").contact?.name == "gate")
        expectStoreError(.notFound) { try store.delete("door") }
    }

    @Test("A revoked contact is never trusted again, by no card, name or kind, and not as a bare key")
    func revoked() throws {
        try store.trust(card(serial: 5), as: "door")
        try store.revoke("door")
        for _ in 0..<2 {
            #expect(try !isTrusted())
            expectStoreError(.revoked) { try store.trust(card(serial: 6), as: "door", replacing: true) }
            expectStoreError(.revoked) { try store.trust(card(serial: 5), as: "gate") }
            expectStoreError(.revoked) { try store.trust(key, as: "gate") }
            expectStoreError(.revoked) {
                try store.trust(fixture.card(identity, .device(DeviceKey.Secret().publicKey), serial: 9), as: "gate")
            }
            // Once more after the name was given up.
            if try store.contact("door") != nil { try store.delete("door") }
        }
        #expect(try store.requiresSignature())
    }

    @Test("A card that revokes ends the trust, whatever its serial", arguments: [4, 5, 6] as [UInt64])
    func revokingCard(_ serial: UInt64) throws {
        try store.trust(card(serial: 5), as: "door")
        let device = try fixture.card(identity, .device(DeviceKey.Secret().publicKey), serial: 1)
        try store.trust(device, as: "panel")
        let result = try store.trust(revocation(serial: serial), as: "door")
        #expect(result.change == .revoked)
        #expect(result.contact?.revokedAt == fixture.clock.now)
        #expect(try !isTrusted())
        #expect(try store.contact("panel")?.deviceKey == nil)
        expectStoreError(.revoked) { try store.trust(card(serial: 7), as: "door") }
        #expect(try store.trust(revocation(serial: serial), as: "door").change == .none)
    }

    @Test("The revocation of an identity that was never known is remembered")
    func unknownRevocation() throws {
        let result = try store.trust(revocation(serial: 1), as: "door")
        #expect(result.change == .revoked)
        #expect(result.contact == nil)
        #expect(try store.contacts().isEmpty)
        expectStoreError(.revoked) { try store.trust(card(serial: 5), as: "door") }
    }

    // MARK: Signatures

    @Test("A signature stays required until someone says otherwise, and updates do not undo what they said")
    func signatures() throws {
        try store.trust(card(serial: 5), as: "door")
        try store.revoke("door")
        try store.delete("door")
        #expect(try store.requiresSignature())
        try store.setRequiresSignature(false)
        #expect(try !store.requiresSignature())
        let other = try Identity.Secret()
        try store.trust(fixture.card(other, .signer(key: SigningKey.Secret()), serial: 1), as: "gate")
        #expect(try store.requiresSignature())
        try store.setRequiresSignature(false)
        try store.trust(fixture.card(other, .signer(key: SigningKey.Secret()), serial: 2), as: "gate")
        #expect(try !store.requiresSignature())
    }

    @Test("Names that look alike are pointed out")
    func lookAlikes() throws {
        try store.trust(key, as: "Front Door")
        for name in ["front-door", "Frоnt Door", "Fr0nt Door"] { #expect(try store.namesLike(name) == ["Front Door"]) }
        #expect(try store.namesLike("Front Door").isEmpty)
        #expect(try store.namesLike("Back Door").isEmpty)
    }
}

extension KeyCard.Subject {
    fileprivate static func signer(key: SigningKey.Secret) -> Self { .signer(key.publicKey) }
}

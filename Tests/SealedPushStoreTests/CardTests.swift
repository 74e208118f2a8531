// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import TestSupport
import Testing

/// The cards a store hands out.
struct CardTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    @Test("A device's card says who it is, and reads back")
    func card() throws {
        let phone = try store.makeDevice("phone")
        let card = try phone.card(displayName: "My phone")
        let read = try KeyCard(text: card.text)
        #expect(read.identity == phone.identity)
        #expect(read.subject == .device(phone.publicKey))
        #expect(read.name == "My phone")
        #expect(read.serial == fixture.clock.now.seconds)
        #expect(read.created == fixture.clock.now.seconds)
    }

    @Test("The same card again as long as nothing in it changes, else one with a higher serial")
    func same() throws {
        let phone = try store.makeDevice("phone")
        let first = try phone.card(displayName: "My phone")
        fixture.clock.advance(seconds: 5)
        #expect(try phone.card(displayName: "My phone") == first)
        #expect(try fixture.store().card(of: "phone") == first)
        let renamed = try phone.card(displayName: "Phone")
        #expect(renamed.serial == first.serial + 5)
        let again = try phone.card(displayName: "My phone")
        #expect(again.serial == renamed.serial + 1)
        let address = try #require(PushAddress.MQTT(url: "mqtts://broker.example", topic: "phone"))
        let addressed = try phone.card(displayName: "My phone", address: PushAddress(mqtt: address))
        #expect(addressed.serial == again.serial + 1)
        #expect(try phone.card(displayName: "My phone") == addressed)
        #expect(try phone.card(displayName: "My phone", address: PushAddress()).address == nil)
    }

    @Test("A clock that went back does not bring serials back")
    func clockBack() throws {
        let phone = try store.makeDevice("phone")
        let first = try phone.card(displayName: "a")
        fixture.clock.set(milliseconds: 0)
        #expect(try phone.card(displayName: "b").serial == first.serial + 1)
    }

    @Test("The first card of a device whose clock is not set has serial 1")
    func clockUnset() throws {
        fixture.clock.set(milliseconds: 0)
        #expect(try store.makeDevice("phone").card(displayName: "a").serial == 1)
    }

    @Test("After a rotation the card carries the new key and the grace", arguments: [0, 3600, 2_592_000] as [UInt32])
    func rotation(_ grace: UInt32) throws {
        let door = try store.makeSigner("door")
        let first = try door.card(displayName: "Door")
        try store.rotate("door", grace: grace)
        let second = try store.card(of: "door")
        #expect(second.serial > first.serial)
        #expect(second.grace == grace)
        #expect(try second.subject == .signer(#require(try store.signer("door")).publicKey))
        #expect(second.name == "Door")
        #expect(second.identity == first.identity)
    }

    @Test("Names that no card can hold are refused, and change nothing")
    func names() throws {
        let phone = try store.makeDevice("phone")
        expectStoreError(.badValue) { _ = try phone.card(displayName: "a\u{202e}b") }
        #expect(try store.ownKeys("phone")?.serial == 0)
        #expect(try store.card(of: "phone").name == "phone")
    }

    @Test("Shared keys and contacts have no card here")
    func refusals() throws {
        _ = try store.makeSharedKey("team")
        try store.trust(SigningKey.Secret().publicKey, as: "door")
        expectStoreError(.wrongKind) { _ = try store.card(of: "team") }
        expectStoreError(.wrongKind) { _ = try store.card(of: "door") }
        expectStoreError(.notFound) { _ = try store.card(of: "nobody") }
    }

    @Test("A revoked device's card says so, each time, and the secrets are gone")
    func revocation() throws {
        let phone = try store.makeDevice("phone")
        let last = try phone.card(displayName: "My phone")
        let card = try #require(try store.revoke("phone"))
        #expect(card.subject == .revokedDevice)
        #expect(card.identity == phone.identity)
        #expect(card.serial > last.serial)
        #expect(try store.card(of: "phone") == card)
        #expect(try store.ownKeys("phone")?.revokedAt == fixture.clock.now)
        #expect(try store.ownKeys("phone")?.keys.isEmpty == true)
        expectStoreError(.revoked) { _ = try store.device("phone") }
        expectStoreError(.revoked) { _ = try store.rotate("phone") }
        expectStoreError(.revoked) { _ = try store.revoke("phone") }
        expectStoreError(.revoked) { _ = try store.keyFile(of: "phone") }
        expectStoreError(.nameTaken) { _ = try store.makeDevice("phone") }
        try store.delete("phone")
        #expect(try store.makeDevice("phone").identity != phone.identity)
    }

    @Test("A revoked shared key makes room for a new one of the same name")
    func sharedRevocation() throws {
        let old = try store.makeSharedKey("team").key
        #expect(try store.revoke("team") == nil)
        #expect(try store.openingKeys(of: .sharedSecret, id: old.id).keys.isEmpty)
        #expect(try store.openingKeys(of: .sharedSecret, id: old.id).hasRetired)
        let new = try store.makeSharedKey("team").key
        #expect(try store.sharedKey("team")?.key.fingerprint == new.fingerprint)
    }
}

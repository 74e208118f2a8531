// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import TestSupport
import Testing

/// Making, finding and rotating the store's own keys.
struct OwnKeyTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore
    private static let day: UInt64 = 24 * 60 * 60

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    private func openingKeys(_ id: KeyID) throws -> OpeningKeys {
        try fixture.store().openingKeys(of: .deviceSecret, id: id)
    }

    @Test("A device that was made is found again, by any program")
    func device() throws {
        let made = try store.device("phone") ?? store.makeDevice("phone")
        let found = try #require(try fixture.store().device("phone"))
        #expect(found.publicKey == made.publicKey)
        #expect(found.identity == made.identity)
        #expect(found.created == fixture.clock.now)
        let keys = try openingKeys(made.publicKey.id)
        #expect(keys.keys.map(\.fingerprint) == [made.publicKey.fingerprint])
        #expect(keys.keys.first?.name == "phone")
        #expect(keys.keys.first?.usableUntil == nil)
        #expect(!keys.hasRetired)
    }

    @Test("Signers and shared keys come back with their secrets")
    func others() throws {
        let signer = try store.makeSigner("door")
        let shared = try store.makeSharedKey("team")
        #expect(try store.signer("door")?.signingKey.secretBytes == signer.signingKey.secretBytes)
        #expect(try store.sharedKey("team")?.key.secretBytes == shared.key.secretBytes)
        #expect(try store.openingKeys(of: .sharedSecret, id: shared.key.id).keys.count == 1)
        #expect(try store.openingKeys(of: .deviceSecret, id: shared.key.id).keys.isEmpty)
        #expect(try store.openingKeys(of: .deviceSecret, id: signer.publicKey.id).keys.isEmpty)
        #expect(try store.ownKeys().map(\.name) == ["door", "team"])
        #expect(try store.ownKeys().map(\.kind) == [.signer, .sharedSecret])
    }

    @Test("A name has one owner, however its accents are composed")
    func taken() throws {
        _ = try store.makeDevice("caf\u{e9}")
        expectStoreError(.nameTaken) { _ = try store.makeDevice("cafe\u{301}") }
        expectStoreError(.nameTaken) { _ = try store.makeSharedKey("caf\u{e9}") }
        expectStoreError(.nameTaken) { _ = try store.trust(SigningKey.Secret().publicKey, as: "caf\u{e9}") }
        expectStoreError(.wrongKind) { _ = try store.signer("caf\u{e9}") }
    }

    @Test(
        "Names that an argument could not be are refused",
        arguments: ["", " a", "a/b", "a:b", "-a", "a\u{202e}", "a\n", String(repeating: "a", count: 65)]
    )
    func names(_ name: String) throws {
        expectStoreError(.badName) { _ = try store.makeDevice(name) }
        #expect(try store.ownKeys().isEmpty)
    }

    @Test("After a rotation the old key opens until its grace ends, and is a retired one from then on")
    func rotation() throws {
        let old = try store.makeDevice("phone")
        fixture.clock.advance(seconds: 90 * Self.day)
        let described = try store.rotate("phone")
        let new = try #require(try store.device("phone"))
        #expect(new.publicKey != old.publicKey)
        #expect(new.identity == old.identity)
        let end = Timestamp(milliseconds: fixture.clock.now.milliseconds + 30 * Self.day * 1000)
        #expect(described.keys.map(\.state) == [.current, .superseded(until: end)])
        #expect(try openingKeys(old.publicKey.id).keys.map(\.usableUntil) == [end])
        fixture.clock.set(milliseconds: end.milliseconds - 1)
        try store.performMaintenance()
        #expect(try openingKeys(old.publicKey.id).keys.count == 1)
        fixture.clock.advance(milliseconds: 1)
        // The extension erases nothing: the key is there, with an end that has come.
        #expect(try openingKeys(old.publicKey.id).keys.count == 1)
        #expect(try store.check().count == 1)
        try store.performMaintenance()
        #expect(try openingKeys(old.publicKey.id).keys.isEmpty)
        #expect(try openingKeys(old.publicKey.id).hasRetired)
        #expect(try store.check().isEmpty)
        #expect(try openingKeys(new.publicKey.id).keys.count == 1)
    }

    @Test("Without grace the old keys are retired at once, all of them")
    func noGrace() throws {
        let first = try store.makeDevice("phone")
        try store.rotate("phone")
        let second = try #require(try store.device("phone"))
        let described = try store.rotate("phone", grace: 0)
        #expect(described.keys.map(\.state) == [.current])
        for old in [first, second] {
            #expect(try openingKeys(old.publicKey.id).keys.isEmpty)
            #expect(try openingKeys(old.publicKey.id).hasRetired)
        }
    }

    @Test("A later rotation with a longer grace does not prolong an earlier one")
    func earlierEnd() throws {
        _ = try store.makeSharedKey("team")
        try store.rotate("team", grace: 60)
        let end = Timestamp(milliseconds: fixture.clock.now.milliseconds + 60_000)
        let described = try store.rotate("team")
        #expect(described.keys.count == 3)
        #expect(described.keys.last?.state == .superseded(until: end))
    }

    @Test("Newer keys are newer, whatever the clock does")
    func clockBack() throws {
        let old = try store.makeDevice("phone")
        fixture.clock.set(milliseconds: 5)
        try store.rotate("phone")
        let new = try #require(try store.device("phone"))
        #expect(new.created > old.created)
    }

    @Test("Keys that cannot rotate say why")
    func refusals() throws {
        expectStoreError(.notFound) { _ = try store.rotate("phone") }
        _ = try store.makeDevice("phone")
        expectStoreError(.badValue) { _ = try store.rotate("phone", grace: 30 * 86_400 + 1) }
        try store.trust(SigningKey.Secret().publicKey, as: "door")
        expectStoreError(.wrongKind) { _ = try store.rotate("door") }
        try store.importKeys([.signerSecret(SigningKey.Secret())], as: "bare")
        expectStoreError(.noIdentity) { _ = try store.rotate("bare") }
    }

    @Test("The last 64 own keys are remembered when they are gone")
    func retired() throws {
        var old: [KeyID] = []
        old.append(try store.makeDevice("phone").publicKey.id)
        for _ in 0..<65 {
            try store.rotate("phone", grace: 0)
            old.append(try #require(try store.device("phone")).publicKey.id)
        }
        old.removeLast()
        #expect(try !openingKeys(old[0]).hasRetired)
        for id in old[1...] { #expect(try openingKeys(id).hasRetired) }
    }

    @Test("A key comes back from a key file, and is in the store once")
    func keyFiles() throws {
        let phone = try store.makeDevice("phone")
        let keys = try KeyFile(store.keyFile(of: "phone")).keys
        #expect(keys.map(\.kind) == [.identitySecret, .deviceSecret])
        expectStoreError(.keyInUse) { try store.importKeys(keys, as: "copy") }
        try store.rotate("phone")
        // Of the same identity, and older than what is here.
        expectStoreError(.keyInUse) { try store.importKeys(keys, as: "copy") }
        try store.delete("phone")
        #expect(try openingKeys(phone.publicKey.id).hasRetired)
        #expect(try store.importKeys(keys, as: "copy").identity == phone.identity)
        #expect(try store.device("copy")?.publicKey == phone.publicKey)
        #expect(try !openingKeys(phone.publicKey.id).hasRetired)
    }

    @Test("Only what is one device, signer or shared key is taken from a key file")
    func keyFileKinds() throws {
        let identity = AnyKey.identitySecret(try Identity.Secret())
        let device = AnyKey.deviceSecret(try DeviceKey.Secret())
        let shared = AnyKey.sharedSecret(try SharedKey())
        let publicKey = AnyKey.device(try DeviceKey.Secret().publicKey)
        for keys in [
            [], [identity], [identity, identity, device], [device, device], [identity, shared], [publicKey],
        ] {
            expectStoreError(.wrongKind) { try store.importKeys(keys, as: "x") }
        }
        #expect(try store.importKeys([device], as: "x").identity == nil)
        #expect(try store.importKeys([shared], as: "y").kind == .sharedSecret)
        expectStoreError(.noIdentity) { _ = try store.card(of: "x") }
    }

    @Test("Whom a name seals to")
    func recipients() throws {
        _ = try store.makeDevice("phone")
        _ = try store.makeSigner("door")
        _ = try store.makeSharedKey("team")
        let other = try DeviceKey.Secret().publicKey
        try store.trust(other, as: "friend")
        try store.trust(SigningKey.Secret().publicKey, as: "stranger")
        for name in ["phone", "team", "friend"] { _ = try store.recipient(name) }
        for name in ["door", "stranger"] { expectStoreError(.wrongKind) { _ = try store.recipient(name) } }
        expectStoreError(.notFound) { _ = try store.recipient("nobody") }
        #expect(try store.keys(withID: other.id).map(\.name) == ["friend"])
        try store.revoke("friend")
        expectStoreError(.revoked) { _ = try store.recipient("friend") }
    }
}

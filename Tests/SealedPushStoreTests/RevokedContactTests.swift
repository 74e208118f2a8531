// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import TestSupport
import Testing

/// What stays known of a contact that was revoked: every key it had, so that none comes back by another way.
struct RevokedContactTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore
    private let first, second: SigningKey.Public

    /// A signer that was rotated, and then revoked while both of its keys were good.
    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        first = try SigningKey.Secret().publicKey
        second = try SigningKey.Secret().publicKey
        let identity = try Identity.Secret()
        try store.trust(fixture.card(identity, .signer(first), serial: 1), as: "door")
        try store.trust(fixture.card(identity, .signer(second), serial: 2, grace: 60), as: "door")
        try store.revoke("door")
    }

    private func expectRefused() throws {
        for key in [first, second] {
            expectStoreError(.revoked) { try store.trust(key, as: "bare") }
            let thief = try Identity.Secret()
            expectStoreError(.revoked) { try store.trust(fixture.card(thief, .signer(key), serial: 1), as: "thief") }
            #expect(try store.trustedSigners(id: key.id).isEmpty)
        }
    }

    @Test("Maintenance after the end of a grace forgets none of its keys")
    func maintenance() throws {
        try expectRefused()
        fixture.clock.advance(seconds: 3600)
        try store.performMaintenance()
        try expectRefused()
    }

    @Test("Nor does it once the contact was deleted")
    func deleted() throws {
        try store.delete("door")
        fixture.clock.advance(seconds: 3600)
        try store.performMaintenance()
        try expectRefused()
    }

    @Test("A replaced key of it that is ended early stays known")
    func retired() throws {
        try store.retireKey(first.fingerprint)
        try expectRefused()
    }

    @Test("Of a contact in good standing the keys that are over go")
    func others() throws {
        let identity = try Identity.Secret()
        let keys = try (0..<2).map { _ in try SigningKey.Secret().publicKey }
        try store.trust(fixture.card(identity, .signer(keys[0]), serial: 1), as: "gate")
        try store.trust(fixture.card(identity, .signer(keys[1]), serial: 2, grace: 60), as: "gate")
        fixture.clock.advance(seconds: 60)
        try store.performMaintenance()
        #expect(try store.contact("gate")?.keys.map(\.fingerprint) == [keys[1].fingerprint])
    }
}

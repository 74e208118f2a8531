// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushStore

/// No byte of a secret stays in the store's files once it was erased.
struct ErasureTests {
    private let fixture: StoreFixture
    private let store: SQLiteKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    /// A device with neighbours, and its two secrets.
    private func device() throws -> [any SecretKey] {
        for index in 0..<20 { _ = try store.makeSigner("signer \(index)") }
        _ = try store.makeDevice("phone")
        for index in 0..<20 { _ = try store.makeSharedKey("team \(index)") }
        let secrets = try KeyFile(store.keyFile(of: "phone")).keys.compactMap(\.secret)
        #expect(secrets.count == 2)
        for secret in secrets { #expect(try fixture.contains(secret)) }
        return secrets
    }

    @Test("After a rotation without grace")
    func rotation() throws {
        let secrets = try device()
        try store.rotate("phone", grace: 0)
        #expect(try fixture.contains(secrets[0]))
        #expect(try !fixture.contains(secrets[1]))
        #expect(try store.erasureOwedSince() == nil)
    }

    @Test("After the end of a grace, by the next program that changes or maintains the store")
    func expiry() throws {
        let secrets = try device()
        try store.rotate("phone", grace: 60)
        fixture.clock.advance(seconds: 60)
        // The extension opens the store and erases nothing.
        let extensionStore = try fixture.store()
        _ = try extensionStore.openingKeys(of: .deviceSecret, id: secrets[1].fingerprint.id)
        #expect(try fixture.contains(secrets[1]))
        try fixture.store().performMaintenance()
        #expect(try !fixture.contains(secrets[1]))
        withExtendedLifetime(extensionStore) {}
    }

    @Test("After a revocation, the identity's too")
    func revocation() throws {
        let secrets = try device()
        try store.revoke("phone")
        for secret in secrets { #expect(try !fixture.contains(secret)) }
    }

    @Test("After a deletion, the identity's too")
    func deletion() throws {
        let secrets = try device()
        try store.rotate("phone")
        let current = try #require(try KeyFile(store.keyFile(of: "phone")).keys.last?.secret)
        try store.delete("phone")
        for secret in secrets + [current] { #expect(try !fixture.contains(secret)) }
    }

    @Test("A superseded key that is ended early")
    func retired() throws {
        let secrets = try device()
        try store.rotate("phone")
        try store.retireKey(secrets[1].fingerprint)
        #expect(try !fixture.contains(secrets[1]))
    }

    @Test("Keys that come and go by the hundred leave none behind")
    func many() throws {
        var generator = SeededGenerator(seed: 4)
        var erased: [SharedKey] = []
        var live: [(name: String, key: SharedKey)] = []
        for index in 0..<Rounds.count(400) {
            let made = try store.makeSharedKey("\(index)" + String(repeating: "x", count: index % 50))
            live.append((made.name, made.key))
            guard live.count > 30 else { continue }
            let gone = live.remove(at: Int.random(in: 0..<live.count, using: &generator))
            try store.delete(gone.name)
            erased.append(gone.key)
        }
        for key in erased { #expect(try !fixture.contains(key), "seed 4") }
        for (_, key) in live { #expect(try fixture.contains(key), "seed 4") }
    }

    @Test("A reader in the way is remembered, reported, and made up for later")
    func hindered() throws {
        var options = fixture.options
        options.managingPatience = 0
        let store = try SQLiteKeyStore(at: fixture.path, options: options)
        let secrets = try device()
        let reader = try Connection(path: fixture.path, patience: 0)
        try reader.execute("BEGIN; SELECT count(*) FROM own")
        try store.delete("phone")
        #expect(try store.erasureOwedSince() == fixture.clock.now)
        #expect(try store.check().count == 1)
        #expect(try fixture.contains(secrets[1]))
        try store.performMaintenance()
        #expect(try store.erasureOwedSince() != nil)
        try reader.execute("COMMIT")
        try store.performMaintenance()
        #expect(try store.erasureOwedSince() == nil)
        #expect(try store.check().isEmpty)
        for secret in secrets { #expect(try !fixture.contains(secret)) }
    }
}

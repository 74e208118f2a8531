// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushStore

/// A store whose file was damaged, or may not be written: a clear error, never a trap, never a wrong key.
struct DamageTests {
    private let fixture: StoreFixture
    private let device: DeviceKey.Public
    private let signer: SigningKey.Public

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.store()
        device = try store.makeDevice("phone").publicKey
        _ = try store.makeSharedKey("team")
        signer = try SigningKey.Secret().publicKey
        try store.trust(signer, as: "door")
        try store.rotate("team")
        for time in 1...20 { _ = try store.record(push(UInt64(time)), now: nil) }
        try Connection(path: fixture.path, patience: 0).emptyLog()
    }

    private func push(_ time: UInt64) -> SeenPush {
        SeenPush(
            signer: nil,
            id: MessageID(),
            sentAt: Timestamp(milliseconds: time),
            staleFrom: Timestamp(milliseconds: .max)
        )
    }

    /// Does everything with a store, and checks that what it says of the keys is true where it says anything.
    private func use(_ path: String, _ comment: Comment) {
        do {
            let store = try SQLiteKeyStore(at: path, options: fixture.options)
            for key in try store.openingKeys(of: .deviceSecret, id: device.id).keys {
                #expect(key.fingerprint == device.fingerprint, comment)
            }
            for signer in try store.trustedSigners(id: signer.id) { #expect(signer.key == self.signer, comment) }
            if let phone = try store.device("phone") { #expect(phone.publicKey == device, comment) }
            _ = try store.requiresSignature()
            _ = try store.record(push(30), now: fixture.clock.now)
            try store.record(.cannotOpen, at: fixture.clock.now)
            _ = try store.ownKeys()
            _ = try store.contacts()
            _ = try store.check()
            try store.rotate("phone")
            try store.delete("team")
            try store.performMaintenance()
        } catch let error as StoreError {
            #expect(!error.description.isEmpty, comment)
        } catch {
            #expect(error is KeyStoreError, comment)
        }
    }

    @Test("Cut short at any page, or inside one")
    func truncated() throws {
        let whole = try Data(contentsOf: URL(filePath: fixture.path))
        for length in stride(from: 0, to: whole.count, by: 512) {
            let path = try fixture.folder.write("cut.db", whole.prefix(length))
            use(path, "\(length) bytes")
            for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
    }

    @Test("With bytes flipped")
    func flipped() throws {
        let whole = try Data(contentsOf: URL(filePath: fixture.path))
        var generator = SeededGenerator(seed: 11)
        for round in 0..<Rounds.count(400) {
            var bytes = whole
            // Now one byte, now a run of them; the header often.
            let start = Int.random(in: 0..<(round % 4 == 0 ? 100 : bytes.count), using: &generator)
            for position in start..<min(bytes.count, start + [1, 1, 4, 64][round % 4]) {
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            }
            let path = try fixture.folder.write("flipped.db", bytes)
            use(path, "seed 11, round \(round)")
            for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
    }

    @Test("A secret key that was changed is not taken for the key it was")
    func changedSecret() throws {
        try Connection(path: fixture.path, patience: 0).execute("UPDATE secret SET bytes = randomblob(32)")
        let store = try fixture.store()
        let error = #expect(throws: KeyStoreError.self) { try store.openingKeys(of: .deviceSecret, id: device.id) }
        #expect(error?.code == .unavailable)
        expectStoreError(.damaged) { _ = try store.device("phone") }
        expectStoreError(.damaged) { _ = try store.card(of: "phone") }
        #expect(try store.check().count == 2)
    }

    @Test("What is no database")
    func noDatabase() throws {
        let path = try fixture.folder.write("text.db", String(repeating: "not a database. ", count: 100))
        expectStoreError(.notAStore) { _ = try SQLiteKeyStore(at: path) }
    }

    @Test("A full disk leaves the old state")
    func full() throws {
        let connection = try Connection(path: fixture.path, patience: 0)
        var row = try connection.row("PRAGMA page_count")
        let pages = try row?.integer() ?? 0
        try connection.execute("PRAGMA max_page_count = \(pages)")
        expectStoreError(.diskFull) {
            try connection.transaction(.changing) { () throws(StoreError) in
                for index in 0..<1000 {
                    try connection.change("INSERT INTO failure VALUES (?, 1, 1)", .text("reason \(index)"))
                }
            }
        }
        #expect(try fixture.store().failures().isEmpty)
        // The connection is fit for use again.
        try connection.transaction(.changing) { () throws(StoreError) in }
    }

    @Test("A file and a folder that may only be read: keys or a clear error, and no change")
    func readOnly() throws {
        let folder = fixture.folder.url.path
        chown(fixture.path, 65_534, 65_534)
        chmod(fixture.path, 0o400)
        chmod(folder, 0o555)
        defer { chmod(folder, 0o700) }
        asNobody {
            do {
                let store = try fixture.store()
                #expect(try store.openingKeys(of: .deviceSecret, id: device.id).keys.count == 1)
                expectStoreError(.readOnly) { _ = try store.makeDevice("tablet") }
            } catch let error as StoreError {
                #expect([.file, .readOnly, .exposedFile].contains(error.code))
            } catch {
                #expect(error is KeyStoreError)
            }
        }
        chmod(folder, 0o777 | 0o1000)
        chown(folder, 65_534, 65_534)
        asNobody {
            do {
                let store = try fixture.store()
                #expect(throws: KeyStoreError.self) { try store.record(.stale, at: fixture.clock.now) }
                #expect(throws: StoreError.self) { try store.makeDevice("tablet") }
            } catch {
                #expect(error is StoreError)
            }
        }
    }

    @Test("A folder that may not be written is a clear error when a store is to be made")
    func readOnlyFolder() throws {
        let folder = try TemporaryDirectory()
        chmod(folder.url.path, 0o555)
        asNobody {
            expectStoreError(.file) { _ = try SQLiteKeyStore(at: folder.path("store.db")).makeDevice("phone") }
            expectStoreError(.file) { _ = try SQLiteKeyStore(at: folder.path("a/b/")).makeDevice("phone") }
        }
    }

    /// Runs as a user whom modes bind, where the tests run as one whom they do not; this thread alone.
    private func asNobody(_ body: () -> Void) {
        // Not in Swift's view of the C library. It is of the thread, unlike the other calls that change a user.
        typealias SetUser = @convention(c) (uid_t) -> CInt
        let setUser = geteuid() == 0 ? dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: SetUser.self) } : nil
        _ = setUser?(65_534)
        body()
        _ = setUser?(0)
    }
}

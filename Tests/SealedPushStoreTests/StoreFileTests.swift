// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import TestSupport
import Testing

/// Where a store is made, and which files are not opened.
struct StoreFileTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test("Opening makes nothing, and reading a store that is not there finds nothing")
    func opening() throws {
        let store = try fixture.store()
        #expect(try store.device("phone") == nil)
        #expect(try store.ownKeys().isEmpty)
        #expect(try store.contacts().isEmpty)
        #expect(try store.failures().isEmpty)
        #expect(try store.check().isEmpty)
        #expect(try !store.claimCardResend())
        try store.performMaintenance()
        try store.clearFailures()
        #expect(throws: KeyStoreError.self) { try store.openingKeys(of: .deviceSecret, id: KeyID(1)) }
        #expect(throws: KeyStoreError.self) { try store.requiresSignature() }
        #expect(throws: KeyStoreError.self) { try store.record(.unknownKey, at: fixture.clock.now) }
        #expect(try fixture.names().isEmpty)
    }

    @Test("A receiver finds the store that was made after it was opened")
    func late() throws {
        let receiver = try fixture.store()
        let device = try fixture.store().makeDevice("phone")
        #expect(try receiver.openingKeys(of: .deviceSecret, id: device.publicKey.id).keys.count == 1)
    }

    @Test("All files are for their owner alone")
    func modes() throws {
        let store = try fixture.store()
        _ = try store.makeDevice("phone")
        for name in ["store.db", "store.db-wal", "store.db-shm"] { #expect(fixture.mode(name) == 0o600) }
        #expect(try fixture.names().count == 3)
        withExtendedLifetime(store) {}
    }

    @Test("Missing folders are made for their owner alone", arguments: ["a/b/", "a/b/keys"])
    func folders(_ path: String) throws {
        let store = try SQLiteKeyStore(at: fixture.folder.path("") + "/" + path, options: fixture.options)
        _ = try store.makeDevice("phone")
        #expect(fixture.mode("a") == 0o700)
        #expect(fixture.mode("a/b") == 0o700)
        #expect(fixture.mode(path.hasSuffix("/") ? path + "store.db" : path) == 0o600)
    }

    @Test("In a folder, store.db is meant")
    func folder() throws {
        let store = try SQLiteKeyStore(at: fixture.folder.url.path, options: fixture.options)
        _ = try store.makeDevice("phone")
        #expect(fixture.mode("store.db") == 0o600)
        #expect(store.path.hasSuffix("/store.db"))
        #expect(try fixture.store().device("phone") != nil)
    }

    @Test("An empty file becomes a store")
    func emptyFile() throws {
        try fixture.folder.write("store.db", "")
        _ = try fixture.store().makeDevice("phone")
        #expect(try fixture.store().device("phone") != nil)
    }

    @Test("A folder that is reached through a link is used, a file that is one is not")
    func links() throws {
        _ = try fixture.store().makeDevice("phone")
        let link = fixture.folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.folder.url.path)
        #expect(try SQLiteKeyStore(at: link, options: fixture.options).device("phone") != nil)
        let fileLink = fixture.folder.path("other.db")
        try FileManager.default.createSymbolicLink(atPath: fileLink, withDestinationPath: fixture.path)
        expectStoreError(.symbolicLink) { _ = try SQLiteKeyStore(at: fileLink) }
    }

    @Test("A link that leads nowhere is not followed to make a file")
    func danglingLink() throws {
        let target = fixture.folder.path("target")
        try FileManager.default.createSymbolicLink(atPath: fixture.path, withDestinationPath: target)
        expectStoreError(.symbolicLink) { _ = try fixture.store() }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A link in place of the log is refused", arguments: ["-wal", "-shm", "-journal"])
    func companionLink(_ ending: String) throws {
        _ = try fixture.store().makeDevice("phone")
        let victim = try fixture.folder.write("victim", "untouched")
        try? FileManager.default.removeItem(atPath: fixture.path + ending)
        try FileManager.default.createSymbolicLink(atPath: fixture.path + ending, withDestinationPath: victim)
        expectStoreError(.symbolicLink) { _ = try fixture.store() }
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "untouched")
    }

    @Test(
        "A file that everyone may read or write is refused with the command that mends it",
        arguments: [0o604, 0o602]
    )
    func exposed(_ mode: Int) throws {
        _ = try fixture.store().makeDevice("phone")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.path)
        let error = #expect(throws: StoreError.self) { _ = try fixture.store() }
        #expect(error?.code == .exposedFile)
        #expect(error?.description.contains("chmod 600") == true)
    }

    @Test("A folder in which everyone may replace files is refused, one like /tmp is not")
    func exposedFolder() throws {
        _ = try fixture.store().makeDevice("phone")
        let folder = fixture.folder.url.path
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        expectStoreError(.exposedFile) { _ = try fixture.store() }
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder)
        #expect(try fixture.store().device("phone") != nil)
    }

    @Test("What is no path, or leads through a file, is a clear error")
    func badPaths() throws {
        expectStoreError(.file) { _ = try SQLiteKeyStore(at: "") }
        expectStoreError(.file) { _ = try SQLiteKeyStore(at: "a\0b") }
        let file = try fixture.folder.write("file", "x")
        expectStoreError(.file) { _ = try SQLiteKeyStore(at: file + "/store.db").makeDevice("phone") }
        expectStoreError(.notAStore) { _ = try SQLiteKeyStore(at: "/dev/null") }
    }

    @Test("A name that SQLite would take for a URI is a name")
    func uri() throws {
        let path = fixture.folder.path("file:x?mode=memory")
        _ = try SQLiteKeyStore(at: path).makeDevice("phone")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("A file that belongs to somebody else gets no keys")
    func otherOwner() throws {
        // Only root can give a file away; nobody else gets into this state alone.
        guard geteuid() == 0 else { return }
        let folder = try TemporaryDirectory()
        let path = try folder.write("store.db", "")
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(throws: StoreError.self) { try SQLiteKeyStore(at: path).makeDevice("phone") }
        #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
    }
}

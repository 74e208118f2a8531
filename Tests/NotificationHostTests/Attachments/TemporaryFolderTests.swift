// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("The folder of a store that ends with its process")
struct TemporaryFolderTests {
    private let fixture: AttachmentStoreFixture
    private static let file = String(repeating: "0123456789abcdef", count: 2) + ".png"

    init() throws { fixture = try AttachmentStoreFixture() }

    /// A store in memory, once it has a folder.
    private func store() throws -> AttachmentStore {
        let store = try AttachmentStore(folder: nil, bundle: "/nowhere", temporaryFolder: fixture.path("loaded"))
        store.finish([try store.take(try fixture.attachment(), from: .app)])
        return store
    }

    private var folders: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: fixture.path("loaded"))) ?? [])
    }

    /// What a process leaves behind that was killed.
    private func leaveBehind(_ name: String, _ files: [String] = [file]) throws {
        try FileManager.default.createDirectory(
            atPath: fixture.path("loaded/\(name)"),
            withIntermediateDirectories: false
        )
        for file in files { try fixture.directory.write("loaded/\(name)/\(file)", "picture") }
    }

    private let old = "sealedpush-attachments-" + String(repeating: "0123456789abcdef", count: 2)

    @Test("is removed by the next process where its own left it behind")
    func leftBehind() throws {
        try leaveBehind(old)
        let store = try store()
        #expect(folders.count == 1)
        #expect(!folders.contains(old))
        withExtendedLifetime(store) {}
    }

    @Test("is left alone while its process lives, and goes with its store")
    func alive() throws {
        let kept = try {
            let first = try store()
            let second = try store()
            #expect(folders.count == 2)
            withExtendedLifetime(second) {}
            return first
        }()
        #expect(folders.count == 1)
        // It has gone meanwhile, and is made again.
        for name in folders { try FileManager.default.removeItem(atPath: fixture.path("loaded/\(name)")) }
        let taken = try kept.take(try fixture.attachment(), from: .app)
        #expect(kept.isUsable(taken.attachment))
        #expect(folders.count == 1)
        let other = try store()
        #expect(folders.count == 2)
        withExtendedLifetime((kept, other)) {}
    }

    @Test("is told from another folder, and from what others have put there")
    func strangers() throws {
        try leaveBehind(old, [Self.file, "thesis.txt"])
        try leaveBehind("sealedpush-attachments-mine")
        try leaveBehind("sealedpush-attachments-" + String(repeating: "x", count: 32))
        try leaveBehind("pictures")
        let link = "sealedpush-attachments-" + String(repeating: "a", count: 32)
        try #require(symlink(fixture.path("loaded/pictures"), fixture.path("loaded/\(link)")) == 0)
        let before = folders
        let store = try store()
        #expect(folders.isSuperset(of: before))
        #expect(!exists(fixture.path("loaded/\(old)/\(Self.file)")))
        #expect(exists(fixture.path("loaded/\(old)/thesis.txt")))
        #expect(exists(fixture.path("loaded/pictures/\(Self.file)")))
        withExtendedLifetime(store) {}
    }

    @Test("is one for each of many that begin at once: none takes another's for left behind")
    func together() throws {
        let attachments = Transfer(value: try (0..<16).map { try fixture.attachment("\($0).png") })
        let folder = fixture.path("loaded")
        let stores = Stores()
        Threads.run(16) { index in
            guard let store = try? AttachmentStore(folder: nil, bundle: "/nowhere", temporaryFolder: folder),
                let taken = try? store.take(attachments.value[index], from: .app), store.isUsable(taken.attachment)
            else { return }
            stores.add(store)
        }
        #expect(stores.count == 16)
        #expect(folders.count == 16)
    }

    /// Stores that are to stay.
    private final class Stores: @unchecked Sendable {
        // Unchecked because it changes: under its lock alone.
        private let lock = NSLock()
        private var all: [AttachmentStore] = []

        var count: Int { lock.withLock { all.count } }

        func add(_ store: AttachmentStore) { lock.withLock { all.append(store) } }
    }
}

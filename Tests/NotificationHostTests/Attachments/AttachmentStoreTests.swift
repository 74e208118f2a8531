// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("The attachment store")
struct AttachmentStoreTests {
    private let fixture: AttachmentStoreFixture

    init() throws { fixture = try AttachmentStoreFixture() }

    private var store: AttachmentStore { fixture.store }

    @Test("takes a file: it is in the store, for its owner alone, and not where it was")
    func moves() throws {
        let attachment = try fixture.attachment("photo.PNG")
        let taken = try fixture.take(attachment)
        #expect(!exists(attachment.url.path))
        #expect(taken.url.path.hasPrefix(fixture.path("store") + "/"))
        #expect(taken.url.lastPathComponent != "photo.png")
        #expect(taken.url.pathExtension == "png")
        #expect(taken.identifier == "a")
        #expect(taken.type == "public.png")
        #expect([UInt8](try Data(contentsOf: taken.url)) == (try AttachmentStoreFixture.png()))
        #expect(mode(taken.url.path) == 0o600)
        #expect(mode(fixture.path("store")) == 0o700)
        #expect(store.isUsable(taken))
    }

    @Test("gives a file without a suffix the one of its type", arguments: ["photo", "photo.txt", "photo.jpg"])
    func suffix(name: String) throws {
        #expect(try fixture.take(try fixture.attachment(name)).url.pathExtension == "png")
    }

    @Test("copies a file of the app's bundle, which stays where it is")
    func bundle() throws {
        let attachment = try fixture.attachment("App.app/image.png")
        let taken = try fixture.take(attachment)
        #expect(exists(attachment.url.path))
        #expect(mode(attachment.url.path) == 0o644)
        #expect(mode(taken.url.path) == 0o600)
        #expect([UInt8](try Data(contentsOf: taken.url)) == (try AttachmentStoreFixture.png()))
        // A folder that is only called like it is none of the bundle's.
        try FileManager.default.createDirectory(atPath: fixture.path("App.app2"), withIntermediateDirectories: false)
        let beside = try fixture.attachment("App.app2/image.png")
        _ = try fixture.take(beside)
        #expect(!exists(beside.url.path))
    }

    @Test("takes a file from another file system, and removes it there")
    func otherFileSystem() throws {
        // Memory is a file system of its own on every Linux with this folder.
        let other = "/dev/shm/sealedpush-\(UUID().uuidString).png"
        try Data(try AttachmentStoreFixture.png()).write(to: URL(filePath: other))
        defer { unlink(other) }
        var here = stat()
        var there = stat()
        try #require(stat(fixture.path("store"), &here) == 0 && stat(other, &there) == 0)
        try #require(here.st_dev != there.st_dev, "the temporary folder must not be in memory as well: set TMPDIR")
        let attachment = try UNNotificationAttachment(identifier: "a", url: URL(filePath: other))
        let taken = try fixture.take(attachment)
        #expect(!exists(other))
        #expect(mode(taken.url.path) == 0o600)
        #expect([UInt8](try Data(contentsOf: taken.url)) == (try AttachmentStoreFixture.png()))
        #expect(fixture.names.count == 1)
    }

    @Test("does not keep a file that another name leads to as well")
    func secondName() throws {
        let attachment = try fixture.attachment()
        try #require(link(attachment.url.path, fixture.path("second.png")) == 0)
        let taken = try fixture.take(attachment)
        #expect(!exists(attachment.url.path))
        // Whoever has the second name cannot change what is shown.
        try Data("no picture".utf8).write(to: URL(filePath: fixture.path("second.png")))
        #expect(store.isUsable(taken))
    }

    @Test("gives a file that is here already a copy: each belongs to one request")
    func again() throws {
        let first = try fixture.take(try fixture.attachment())
        let second = try fixture.take(first)
        #expect(first.url.path != second.url.path)
        #expect(store.isUsable(first))
        store.remove([first])
        #expect(!store.isUsable(first))
        #expect(store.isUsable(second))
    }

    // MARK: Two steps

    @Test("leaves a file where it was until its request is written down")
    func firstStep() throws {
        let attachment = try fixture.attachment()
        let taken = try store.take(attachment, from: .app)
        #expect(store.isUsable(taken.attachment))
        #expect(exists(attachment.url.path))
        #expect(mode(attachment.url.path) == 0o644)
        store.finish([taken])
        #expect(store.isUsable(taken.attachment))
        #expect(!exists(attachment.url.path))
        #expect(mode(taken.attachment.url.path) == 0o600)
    }

    @Test("gives up what could not be written down: the file is as it was")
    func discarded() throws {
        let attachment = try fixture.attachment()
        store.discard([try store.take(attachment, from: .app)])
        #expect(fixture.names.isEmpty)
        #expect(exists(attachment.url.path))
        #expect(mode(attachment.url.path) == 0o644)
        // Nothing stands in the way of another try.
        let taken = try fixture.take(attachment)
        #expect(store.isUsable(taken))
        #expect(!exists(attachment.url.path))
    }

    @Test("loses no file when the process ends before its request is written down")
    func endsBefore() throws {
        let attachment = try fixture.attachment()
        _ = try store.take(attachment, from: .app)
        // What the next start does.
        try AttachmentStore(folder: fixture.path("store")).sweep(keeping: [])
        #expect(fixture.names.isEmpty)
        #expect(store.isUsable(try fixture.take(attachment)))
    }

    @Test("has a file in both places at worst, when the process ends once its request is written down")
    func endsAfter() throws {
        let attachment = try fixture.attachment()
        let taken = try store.take(attachment, from: .app).attachment
        try AttachmentStore(folder: fixture.path("store")).sweep(keeping: [taken.url.path])
        #expect(store.isUsable(taken))
        // The app adds it again: it gets a file of its own.
        let again = try fixture.take(attachment)
        #expect(!exists(attachment.url.path))
        store.remove([again])
        #expect(store.isUsable(taken))
    }

    @Test("does not remove a file that has come to where the taken one was")
    func replaced() throws {
        let attachment = try fixture.attachment()
        let taken = try store.take(attachment, from: .app)
        unlink(attachment.url.path)
        try fixture.directory.write("image.png", "another")
        store.finish([taken])
        #expect(exists(attachment.url.path))
        #expect(store.isUsable(taken.attachment))
    }

    // MARK: Refusals

    /// What may become of a file between its attachment and its request.
    enum Change: CaseIterable {
        case removed, cut, replaced, madeLarge, link, directory, pipe
    }

    @Test("takes no file that has changed into something else", arguments: Change.allCases)
    func changed(change: Change) throws {
        let attachment = try fixture.attachment()
        let path = attachment.url.path
        let expected: UNError.Code
        switch change {
        case .removed:
            expected = .attachmentInvalidURL
            unlink(path)
        case .cut:
            expected = .attachmentCorrupt
            truncate(path, 100)
        case .replaced:
            expected = .attachmentUnrecognizedType
            try Data("text".utf8).write(to: attachment.url)
        case .madeLarge:
            expected = .attachmentInvalidFileSize
            truncate(path, 10_485_761)
        case .link:
            expected = .attachmentInvalidURL
            try #require(rename(path, fixture.path("real.png")) == 0)
            try #require(symlink(fixture.path("real.png"), path) == 0)
        case .directory:
            expected = .attachmentInvalidURL
            unlink(path)
            try #require(mkdir(path, 0o700) == 0)
        case .pipe:
            expected = .attachmentInvalidURL
            unlink(path)
            try #require(mkfifo(path, 0o600) == 0)
        }
        expect(expected) { () throws(UNError) in _ = try fixture.take(attachment) }
        #expect(fixture.names.isEmpty)
        #expect(exists(path) == (change != .removed), "what is not taken stays where it is")
    }

    @Test("takes only so much for one app, and again once something was removed")
    func limit() throws {
        let size = try AttachmentStoreFixture.png().count
        let small = try AttachmentStoreFixture(limit: 2 * size)
        let first = try small.take(try small.attachment("1.png"))
        _ = try small.take(try small.attachment("2.png"))
        let third = try small.attachment("3.png")
        expect(.attachmentMoveIntoDataStoreFailed) { () throws(UNError) in _ = try small.take(third) }
        #expect(exists(third.url.path))
        small.store.remove([first])
        _ = try small.take(third)
        #expect(small.names.count == 2)
    }

    @Test("says so where its folder has gone, and makes it again where that is possible")
    func folderGone() throws {
        try FileManager.default.removeItem(atPath: fixture.path("store"))
        let first = try fixture.take(try fixture.attachment("1.png"))
        #expect(mode(fixture.path("store")) == 0o700)
        try FileManager.default.removeItem(atPath: fixture.path("store"))
        expect(.attachmentNotInDataStore) { () throws(UNError) in try store.check(first) }
        try fixture.directory.write("store", "a file")
        let second = try fixture.attachment("2.png")
        expect(.attachmentMoveIntoDataStoreFailed) { () throws(UNError) in _ = try fixture.take(second) }
        #expect(exists(second.url.path))
    }

    @Test("is not made in a place that is a link, or that nothing can be made in")
    func badFolders() throws {
        try #require(symlink(fixture.path("App.app"), fixture.path("link")) == 0)
        #expect(throws: (any Error).self) { try AttachmentStore(folder: fixture.path("link")) }
        #expect(throws: (any Error).self) { try AttachmentStore(folder: "/proc/self/attachments") }
        #expect(throws: (any Error).self) { try AttachmentStore(folder: fixture.path("missing/store")) }
    }

    @Test("closes its folder to others")
    func closed() throws {
        try FileManager.default.createDirectory(
            atPath: fixture.path("open"),
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o777]
        )
        _ = try AttachmentStore(folder: fixture.path("open"))
        #expect(mode(fixture.path("open")) == 0o700)
    }

    @Test("without a folder has one that goes with it")
    func temporary() throws {
        let path = try {
            let store = try AttachmentStore(folder: nil, bundle: "/nowhere")
            let taken = try store.take(try fixture.attachment(), from: .app).attachment
            #expect(store.isUsable(taken))
            #expect(mode(taken.url.deletingLastPathComponent().path) == 0o700)
            return taken.url.deletingLastPathComponent().path
        }()
        #expect(!exists(path))
    }

    // MARK: Later

    @Test("finds before a file is shown what became of it", arguments: Change.allCases)
    func checked(change: Change) throws {
        let taken = try fixture.take(try fixture.attachment())
        let path = taken.url.path
        let expected: UNError.Code
        switch change {
        case .removed:
            expected = .attachmentNotInDataStore
            unlink(path)
        case .cut:
            expected = .attachmentCorrupt
            truncate(path, 100)
        case .replaced:
            expected = .attachmentUnrecognizedType
            try Data("text".utf8).write(to: taken.url)
        case .madeLarge:
            expected = .attachmentInvalidFileSize
            truncate(path, 10_485_761)
        case .link:
            expected = .attachmentNotInDataStore
            try #require(rename(path, fixture.path("real.png")) == 0)
            try #require(symlink(fixture.path("real.png"), path) == 0)
        case .directory:
            expected = .attachmentNotInDataStore
            unlink(path)
            try #require(mkdir(path, 0o700) == 0)
        case .pipe:
            expected = .attachmentNotInDataStore
            unlink(path)
            try #require(mkfifo(path, 0o600) == 0)
        }
        expect(expected) { () throws(UNError) in try store.check(taken) }
        #expect(!store.isUsable(taken))
    }

    @Test("knows nothing of files elsewhere, however their paths are spelled")
    func elsewhere() throws {
        let outside = try fixture.attachment()
        try FileManager.default.createDirectory(atPath: fixture.path("store/sub"), withIntermediateDirectories: false)
        let below = outside.moved(to: fixture.path("store/sub/image.png"))
        let around = outside.moved(to: fixture.path("store") + "/../image.png")
        let beside = outside.moved(to: fixture.path("store2/image.png"))
        for attachment in [outside, below, around, beside, outside.moved(to: fixture.path("store"))] {
            expect(.attachmentNotInDataStore) { () throws(UNError) in try store.check(attachment) }
            store.remove([attachment])
        }
        #expect(exists(outside.url.path))
    }

    @Test("removes the files of a request, and those alone")
    func removes() throws {
        let first = try fixture.take(try fixture.attachment("1.png"))
        let second = try fixture.take(try fixture.attachment("2.png"))
        store.remove([first, first])
        #expect(fixture.names == [second.url.lastPathComponent])
    }

    @Test("removes what no request has, and keeps the rest")
    func sweeps() throws {
        let kept = try fixture.take(try fixture.attachment("1.png"))
        _ = try fixture.take(try fixture.attachment("2.png"))
        let half = String(repeating: "0123456789abcdef", count: 2) + ".png"
        try Data("half of a copy".utf8).write(to: URL(filePath: fixture.path("store/\(half)")))
        let outside = try fixture.attachment("3.png")
        store.sweep(keeping: [kept.url.path, outside.url.path, fixture.path("store2/x.png")])
        #expect(fixture.names == [kept.url.lastPathComponent])
        #expect(exists(outside.url.path))
        store.sweep(keeping: [])
        #expect(fixture.names.isEmpty)
        #expect(exists(outside.url.path))
    }

    @Test("finds its files again by name alone, whatever path was written down")
    func otherPaths() throws {
        let taken = try fixture.take(try fixture.attachment())
        let name = taken.url.lastPathComponent
        try #require(symlink(fixture.path("store"), fixture.path("alias")) == 0)
        for folder in ["alias", "gone"] {
            let elsewhere = taken.moved(to: fixture.path("\(folder)/\(name)"))
            #expect(store.isUsable(elsewhere))
            store.sweep(keeping: [elsewhere.url.path])
            #expect(fixture.names == [name])
            // It is another request's, so it is copied.
            let second = try fixture.take(elsewhere)
            #expect(store.isUsable(taken) && store.isUsable(second))
            store.remove([second])
        }
        store.remove([taken.moved(to: fixture.path("gone/\(name)"))])
        #expect(fixture.names.isEmpty)
    }

    private static let strange = [
        "thesis.txt", "photo.png", "0123.png", String(repeating: "0", count: 32),
        String(repeating: "0", count: 32) + ".txt", String(repeating: "0", count: 31) + "g.png",
        String(repeating: "A", count: 32) + ".png", String(repeating: "0", count: 32) + ".PNG",
        String(repeating: "0", count: 32) + ".png.png", String(repeating: "0", count: 33) + ".png",
        "." + String(repeating: "0", count: 32) + ".png",
    ]

    @Test("leaves alone what is not called like one of its files, and counts none of it", arguments: strange)
    func strangers(name: String) throws {
        let size = try AttachmentStoreFixture.png().count
        let small = try AttachmentStoreFixture(limit: size)
        try small.directory.write("store/\(name)", try AttachmentStoreFixture.png())
        small.store.sweep(keeping: [])
        #expect(small.names == [name])
        _ = try small.take(try small.attachment())
        #expect(small.names.count == 2)
    }

    @Test("takes from many threads at once, each file once, within its limit")
    func threads() throws {
        let size = try AttachmentStoreFixture.png().count
        let small = try AttachmentStoreFixture(limit: 10 * size)
        let attachments = Transfer(value: try (0..<20).map { try small.attachment("\($0).png") })
        let store = small.store
        let refused = Counter()
        Threads.run(20) { index in
            do throws(UNError) {
                store.finish([try store.take(attachments.value[index], from: .app)])
            } catch {
                refused.add()
            }
        }
        #expect(small.names.count == 10)
        #expect(refused.value == 10)
    }

    private func expect(
        _ code: UNError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(UNError) -> Void
    ) {
        do throws(UNError) {
            try body()
            Issue.record("nothing was refused", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
            #expect(!"\(error)".contains(fixture.directory.url.path), "\(error)", sourceLocation: sourceLocation)
        }
    }
}

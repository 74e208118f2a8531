// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

/// Creating files: exclusively, for the owner alone, whole or not at all.
struct FilesTests {
    private let folder: TemporaryDirectory
    private let new = [UInt8]("new".utf8)

    init() throws { folder = try TemporaryDirectory() }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }

    /// All names in the folder: no temporary file may be left behind.
    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }

    @Test("A new file is its owner's alone, and nothing is left beside it", arguments: [false, true])
    func create(_ replacing: Bool) throws {
        try Files.create(folder.path("a.key"), new.span.bytes, replacing: replacing)
        #expect(try text("a.key") == "new")
        #expect(try mode("a.key") == 0o600)
        #expect(try names() == ["a.key"])
    }

    @Test("A file that is there already is not touched")
    func exclusive() throws {
        try folder.write("a.key", "old")
        let error = #expect(throws: FileError.self) {
            try Files.create(folder.path("a.key"), new.span.bytes, replacing: false)
        }
        #expect(error?.errno == EEXIST)
        #expect(error?.description == "cannot create \(folder.path("a.key")): file exists")
        #expect(try text("a.key") == "old")
        #expect(try names() == ["a.key"])
    }

    @Test("Replacing changes the content, and makes the file its owner's alone")
    func replace() throws {
        try folder.write("a.key", "old", mode: 0o644)
        try Files.create(folder.path("a.key"), new.span.bytes, replacing: true)
        #expect(try text("a.key") == "new")
        #expect(try mode("a.key") == 0o600)
        #expect(try names() == ["a.key"])
    }

    @Test(
        "A symbolic link is not followed on creation, whether it leads somewhere or not",
        arguments: ["target", "nowhere"]
    )
    func symbolicLink(_ target: String) throws {
        try folder.write("target", "old")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a.key"),
            withDestinationPath: folder.path(target)
        )
        let error = #expect(throws: FileError.self) {
            try Files.create(folder.path("a.key"), new.span.bytes, replacing: false)
        }
        #expect(error?.errno == EEXIST)
        #expect(try text("target") == "old")
        #expect(try names() == ["a.key", "target"])
    }

    @Test("Replacing a symbolic link replaces the link, not the file it leads to")
    func replaceLink() throws {
        try folder.write("target", "old")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a.key"),
            withDestinationPath: folder.path("target")
        )
        try Files.create(folder.path("a.key"), new.span.bytes, replacing: true)
        #expect(try text("target") == "old")
        #expect(try text("a.key") == "new")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("a.key"))[.type]
                as? FileAttributeType == .typeRegular
        )
    }

    @Test("When the new content cannot be written, the old file stays as it was")
    func failedWrite() throws {
        // The new file beside it needs a longer name than the file system has.
        let name = String(repeating: "k", count: 255)
        try folder.write(name, "old")
        let error = #expect(throws: FileError.self) {
            try Files.create(folder.path(name), new.span.bytes, replacing: true)
        }
        #expect(error?.errno == ENAMETOOLONG)
        #expect(error?.description == "cannot create \(folder.path(name)): file name too long")
        #expect(try text(name) == "old")
        #expect(try names() == [name])
    }

    @Test("When the name cannot be taken, nothing is left behind")
    func failedRename() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("a.key"),
            withIntermediateDirectories: false
        )
        #expect(throws: FileError.self) {
            try Files.create(folder.path("a.key"), new.span.bytes, replacing: true)
        }
        #expect(throws: FileError.self) {
            try Files.create(folder.path("a.key"), new.span.bytes, replacing: false)
        }
        #expect(try names() == ["a.key"])
    }

    @Test("A folder that is not there is an error that names the file")
    func missingFolder() {
        let path = folder.path("none/a.key")
        let error = #expect(throws: FileError.self) {
            try Files.create(path, new.span.bytes, replacing: false)
        }
        #expect(error?.description == "cannot create \(path): no such file or directory")
    }

    @Test("Of many who create one file at once, one succeeds")
    func race() throws {
        let path = folder.path("a.key")
        let winners = Lock(0)
        Threads.run(8) { index in
            let bytes = [UInt8](repeating: UInt8(ascii: "a") + UInt8(index), count: 1000)
            if (try? Files.create(path, bytes.span.bytes, replacing: false)) != nil {
                winners.withLock { $0 += 1 }
            }
        }
        #expect(winners.withLock { $0 } == 1)
        #expect(Set(try text("a.key")).count == 1)
        #expect(try names() == ["a.key"])
    }

    @Test(
        "Reading stops one byte past the limit, so an endless file costs a bounded amount",
        arguments: [0, 1, 100_000]
    )
    func bounded(_ limit: Int) throws {
        let descriptor = try Files.openForReading("/dev/zero")
        defer { close(descriptor) }
        #expect(try Files.contents(of: descriptor, path: "/dev/zero", limit: limit).count == limit + 1)
    }

    @Test("Two paths to one file are told from two files")
    func same() throws {
        let one = try folder.write("one", "x")
        let two = try folder.write("two", "x")
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: one)
        #expect(Files.isSame(one, link))
        #expect(!Files.isSame(one, two))
        #expect(!Files.isSame(one, folder.path("none")))
    }
}

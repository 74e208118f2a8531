// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("The way of a file into the store")
struct AttachmentTransferTests {
    private let directory: TemporaryDirectory
    private let file: AttachmentFile

    /// A file that was opened, as it is once it was checked.
    init() throws {
        directory = try TemporaryDirectory()
        file = try AttachmentFile(path: try directory.write("image.png", "checked"))
    }

    private func move(copying: Bool) throws {
        let transfer = AttachmentTransfer(
            file: file,
            from: directory.path("image.png"),
            to: directory.path("stored.png"),
            isCopy: copying
        )
        try transfer.begin()
        transfer.finish()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: directory.path(name), encoding: .utf8)
    }

    @Test("is gone by the file that was checked, not by one put in its place")
    func swapped() throws {
        try directory.write("other.png", "another")
        try #require(rename(directory.path("other.png"), directory.path("image.png")) == 0)
        #expect(throws: FileError.self) { try move(copying: false) }
        #expect(!exists(directory.path("stored.png")))
        #expect(try text("image.png") == "another", "it is nobody's to remove")
    }

    @Test("is not gone by a directory put in its place")
    func directoryInPlace() throws {
        unlink(directory.path("image.png"))
        try #require(mkdir(directory.path("image.png"), 0o700) == 0)
        #expect(throws: FileError.self) { try move(copying: false) }
        #expect(!exists(directory.path("stored.png")))
        #expect(exists(directory.path("image.png")))
    }

    @Test("is not gone by a link put in its place, in a copy neither")
    func linkInPlace() throws {
        try directory.write("secret", "secret")
        unlink(directory.path("image.png"))
        try #require(symlink(directory.path("secret"), directory.path("image.png")) == 0)
        #expect(throws: FileError.self) { try move(copying: false) }
        #expect(!exists(directory.path("stored.png")))
        try move(copying: true)
        #expect(try text("stored.png") == "checked")
        #expect(try text("secret") == "secret")
    }

    @Test("ends where the file has become shorter")
    func shorter() throws {
        truncate(directory.path("image.png"), 3)
        #expect(throws: FileError.self) { try move(copying: true) }
        #expect(!exists(directory.path("stored.png")), "half a copy is removed")
    }

    @Test("never goes over a file that is there", arguments: [true, false])
    func taken(copying: Bool) throws {
        try directory.write("stored.png", "there before")
        #expect(throws: FileError.self) { try move(copying: copying) }
        #expect(try text("image.png") == "checked")
        #expect(try text("stored.png") == "there before")
    }
}

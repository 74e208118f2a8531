// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushStore

/// A store that is not as it should be: one clear line, and nothing made worse.
struct StoreFaultTests {
    private let store: StoreFolder
    private let push: [UInt8]

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
        push = try store.sealed(to: "phone")
    }

    private static let unchecked = "the store could not be used to tell whether this push came before"

    /// What needs the store, each refused with that code, or by `doctor` with its own.
    private func expectRefusals(
        _ path: String,
        _ code: Int32,
        says: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for arguments in [
            ["key", "list"], ["key", "show", "phone"], ["key", "new", "signer", "door"], ["key", "rotate", "phone"],
            ["key", "delete", "phone"], ["key", "export", "phone"], ["open"],
            ["seal", "--to", "phone", "--anonymous", "--body", "x"],
        ] {
            let result = try CommandResult(["--store", path] + arguments, input: push, now: StoreFolder.start)
            expectRefusal(result, code, says: says, sourceLocation: sourceLocation)
        }
        let doctor = try CommandResult(["--store", path, "doctor"], now: StoreFolder.start)
        #expect(doctor.code == 1, sourceLocation: sourceLocation)
        #expect(doctor.lines[0].hasPrefix("store: wrong: "), sourceLocation: sourceLocation)
        #expect(doctor.lines[0].contains(says), "\(doctor.text)", sourceLocation: sourceLocation)
    }

    @Test("A symbolic link in its place is not followed")
    func link() throws {
        let link = store.place("link.db")
        for target in [store.path, store.place("nowhere")] {
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            try expectRefusals(link, 77, says: "link.db is a symbolic link, which a key store is not read through")
        }
        #expect(!FileManager.default.fileExists(atPath: store.place("nowhere")))
    }

    @Test("A file that everyone may read is refused with the command that mends it", arguments: [0o604, 0o602, 0o666])
    func exposed(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store.path)
        try expectRefusals(store.path, 77, says: "mend it with: chmod 600 \(store.path)")
        #expect(try Tool.shell("chmod 600 \"$1\" && \"$0\" --store \"$1\" key list", [store.path]).lines.count == 1)
    }

    @Test("What is no database, or one of another program, is no store")
    func noDatabase() throws {
        let text = try store.write("text.db", String(repeating: "not a database. ", count: 100))
        try expectRefusals(text, 74, says: "text.db: this is no key store")
        let other = store.place("other.db")
        try store.write("other.db", "")
        try Connection(path: other, patience: 0).execute("CREATE TABLE t (x)")
        try expectRefusals(other, 74, says: "other.db: a database of another program, not a key store")
        #expect(try String(contentsOfFile: text, encoding: .utf8).hasPrefix("not a database. "))
        try expectRefusals("/dev/null", 74, says: "/dev/null is not a file")
    }

    @Test("One that a newer version made is left alone")
    func newer() throws {
        try Connection(path: store.path, patience: 0).execute("PRAGMA user_version = 99")
        try expectRefusals(store.path, 74, says: "made by a newer version (99)")
    }

    @Test("A folder that is not there is made for a key, and never for a look")
    func missingFolder() throws {
        let path = store.place("a/b/store.db")
        #expect(try CommandResult(["--store", path, "key", "list"]).code == 0)
        expectRefusal(
            try CommandResult(["--store", path, "key", "show", "phone"]),
            66,
            says: "no key or contact 'phone'"
        )
        #expect(!FileManager.default.fileExists(atPath: store.place("a")))
        #expect(try CommandResult(["--store", path, "key", "new", "device", "phone"]).code == 0)
        let file = try store.write("file", "x")
        expectRefusal(
            try CommandResult(["--store", file + "/store.db", "key", "new", "device", "phone"]),
            66,
            says: "not a directory"
        )
    }

    @Test("A file that may only be read is read; what would change it is refused and changes nothing")
    func readOnly() throws {
        chmod(store.path, 0o400)
        let before = try store.contents()[URL(filePath: store.path).lastPathComponent]
        func run(_ arguments: [String]) throws -> CommandResult {
            let line = Tool.withoutPrivileges + ["--store", store.path] + arguments
            return try Tool.run(line[0], Array(line.dropFirst()), input: push)
        }
        #expect(try run(["key", "list"]).lines.count == 1)
        for arguments in [
            ["key", "new", "signer", "door"], ["key", "rotate", "phone"], ["key", "delete", "phone"],
            ["key", "card", "phone"],
        ] {
            expectRefusal(try run(arguments), 77, says: "the store may not be written to")
        }
        let opened = try run(["open", "--now", "\(StoreFolder.start)"])
        #expect(opened.lines.first == "body: hello")
        #expect(opened.error == "sealedpush: note: \(Self.unchecked)\n")
        #expect(try store.contents()[URL(filePath: store.path).lastPathComponent] == before)
    }

    @Test("A folder that may not be written to is a clear error for the first key")
    func readOnlyFolder() throws {
        let folder = store.place("closed")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        chmod(folder, 0o555)
        for path in ["\(folder)/store.db", "\(folder)/a/b/store.db"] {
            let line = Tool.withoutPrivileges + ["--store", path, "key", "new", "device", "phone"]
            expectRefusal(try Tool.run(line[0], Array(line.dropFirst())), 77, says: "permission denied")
        }
    }

    @Test("Locked by another program: opening fails soon, changes say to try again, reading goes on")
    func locked() throws {
        let writer = try Connection(path: store.path, patience: 0)
        try writer.execute("BEGIN IMMEDIATE")
        #expect(try store.listed() == ["phone"])
        let opened = try store.run(["open", "--json"], input: push)
        #expect(opened.json?["replayChecked"] as? Bool == false)
        #expect(opened.error == "sealedpush: note: \(Self.unchecked)\n")
        expectRefusal(
            try store.run(["key", "new", "signer", "door"]),
            75,
            says: "another program holds the store: try again"
        )
        try writer.execute("ROLLBACK")
        #expect(try store.opened(push)["replayChecked"] as? Bool == true)
        try store.done(["key", "new", "signer", "door"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What may not be read or written, and secrets that others may read.
struct PermissionTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// Runs the command so that permissions bind it.
    private func run(_ arguments: [String]) throws -> CommandResult {
        let line = Tool.withoutPrivileges + arguments
        return try Tool.run(line[0], Array(line.dropFirst()))
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("A file that may not be read is named, with exit code 77", arguments: Place.allCases)
    func unreadable(_ place: Place) throws {
        let path = try keys.write("closed", "nobody reads this", mode: 0o000)
        expectRefusal(try run(place.arguments(path, keys)), 77, says: "cannot read \(path): permission denied")
    }

    @Test("A key file in a folder that may not be written is refused with exit code 77, and nothing is left there")
    func readOnlyFolder() throws {
        let folder = keys.path("closed")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try setMode(0o555, folder)
        let path = "\(folder)/new.key"
        for force in [[], ["--force"]] {
            expectRefusal(
                try run(["key", "new", "device", "-o", path] + force),
                77,
                says: "cannot create \(path): permission denied"
            )
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test(
        "A secret that everyone may read is refused with the command that mends it",
        arguments: [0o644, 0o604, 0o602]
    )
    func exposed(_ mode: Int) throws {
        try setMode(mode, keys.phone)
        try setMode(mode, keys.door)
        for arguments in [
            ["open", "--key", keys.phone], ["key", "public", keys.phone],
            ["key", "export", keys.phone, "--passphrase-file", try keys.write("words", "horse")],
        ] {
            expectRefusal(try CommandResult(arguments), 77, says: "mend it with: chmod 600 \(keys.phone)")
        }
        expectRefusal(
            try CommandResult(["seal", "--to", keys.phonePublic, "--from", keys.door, "--body", "hello"]),
            77,
            says: "mend it with: chmod 600 \(keys.door)"
        )
    }

    @Test("The command that mends an exposed file can be pasted into a shell, whatever its name")
    func pasted() throws {
        for name in ["plain.key", "my phone.key", "it's mine.key", "a;b$(c)`d`.key", "été.key"] {
            let path = keys.path(name)
            try #require(try CommandResult(["key", "new", "device", "-o", path]).code == 0)
            try setMode(0o644, path)
            let refused = try CommandResult(["key", "public", path])
            expectRefusal(refused, 77)
            let command = try #require(refused.error.components(separatedBy: "mend it with: ").last)
            #expect(try Tool.shell(command).code == 0, "\(command)")
            #expect(try CommandResult(["key", "public", path]).code == 0, "\(command)")
        }
    }

    @Test("A passphrase that everyone may read is refused")
    func exposedPassphrase() throws {
        let words = try keys.write("words", "correct horse\n", mode: 0o644)
        let result = try CommandResult(["key", "export", keys.phone, "--passphrase-file", words])
        expectRefusal(result, 77, says: "\(words) holds a secret", "chmod 600")
    }

    @Test("Public keys may be read by everyone, and a secret by a group")
    func notExposed() throws {
        try setMode(0o640, keys.phone)
        #expect(try keys.opened(keys.sealed()).code == 0)
        #expect(try CommandResult(["key", "public", keys.phonePublic]).code == 0)
    }

    @Test("New key files are for their owner alone, whatever the umask", arguments: ["000", "022", "277"])
    func mode(_ umask: String) throws {
        let path = keys.path("new.key")
        let result = try Tool.shell("umask \(umask) && exec \"$0\" \"$@\"", ["key", "new", "signer", "-o", path])
        #expect(result.code == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode & 0o177 == 0, "\(String(mode, radix: 8))")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `key export` and `key import`: keys under a passphrase, and back.
struct KeyExportTests {
    private let keys: KeyFolder
    private let words, wrapped, place: String

    init() throws {
        keys = try KeyFolder()
        words = try keys.write("words", "correct horse battery staple\n")
        wrapped = keys.path("phone.wrapped")
        place = keys.path("new.key")
    }

    private func export(_ file: String, _ options: [String] = []) throws -> CommandResult {
        try CommandResult(["key", "export", file, "--passphrase-file", words] + options)
    }

    private func `import`(_ arguments: [String], words: String? = nil, input: [UInt8]? = nil) throws -> CommandResult {
        try CommandResult(
            ["key", "import", "--passphrase-file", words ?? self.words] + arguments,
            input: input
        )
    }

    @Test(
        "A key file comes back byte for byte, by a file and by standard streams",
        arguments: ["phone", "door", "group"]
    )
    func roundTrip(_ name: String) throws {
        let file = keys.path("\(name).key")
        let line = try export(file)
        #expect(line.code == 0)
        #expect(line.error == "")
        #expect(line.lines.count == 1 && line.text.hasPrefix("sealedpush:wrapped:"))
        #expect(try export(file, ["-o", wrapped]).output.isEmpty)
        #expect(try export(file, ["-o", "-"]).lines.count == 1)
        for (index, result) in try [
            `import`(["-o", place], input: line.output), `import`(["-o", "\(place)-1", wrapped]),
            `import`(
                ["-o", "\(place)-2", "-"],
                input: [0xef, 0xbb, 0xbf] + line.output.dropLast() + [0x0d, 0x0a, 0x0a]
            ),
        ].enumerated() {
            #expect(result.code == 0, "\(result.error)")
            #expect(result.output == (name == "group" ? [] : try CommandResult(["key", "public", file]).output))
            #expect(result.error.contains("note: this is a copy") == (name == "phone"))
            #expect(try keys.bytes(of: index == 0 ? place : "\(place)-\(index)") == keys.bytes(of: file))
        }
    }

    @Test("An export has nothing of the keys in it, and no two are alike")
    func hidden() throws {
        let first = try export(keys.phone)
        let second = try export(keys.phone)
        #expect(first.output != second.output)
        for kind in ["device-secret", "identity-secret"] {
            let secret = try #require(keys.line(kind, in: keys.phone).split(separator: ":").last)
            #expect(!first.text.contains(secret))
        }
    }

    @Test("A wrong passphrase is refused with exit code 77, and nothing is written")
    func wrongPassphrase() throws {
        let line = try export(keys.phone)
        for text in ["correct horse", "correct horse battery staple ", "Correct horse battery staple", "\u{fffd}"] {
            let result = try `import`(["-o", place], words: keys.write("other", text), input: line.output)
            expectRefusal(result, 77, says: "wrong passphrase, or the export was altered")
        }
        #expect(!keys.names.contains("new.key"))
    }

    @Test("The passphrase is the file less one line end, whatever bytes it has")
    func passphraseBytes() throws {
        let bytes: [UInt8] = [0x00, 0xff, 0x20]
        let line = try CommandResult(
            ["key", "export", keys.door, "--passphrase-file", keys.write("bytes", bytes + [0x0d, 0x0a])]
        )
        #expect(line.code == 0)
        for (index, (end, code))
            in ([([], 0), ([0x0a], 0), ([0x0d, 0x0a], 0), ([0x0a, 0x0a], 77), ([0x0d], 77)]
            as [([UInt8], Int32)]).enumerated()
        {
            let result = try `import`(
                ["-o", "\(place)\(index)"],
                words: keys.write("bytes", bytes + end),
                input: line.output
            )
            #expect(result.code == code, "\(end)")
        }
    }

    @Test("The passphrase comes from standard input, or from a descriptor, where a program gives it")
    func passphraseDescriptor() throws {
        let piped = try CommandResult(
            ["key", "export", keys.door, "--passphrase-file", "-"],
            input: [UInt8]("correct horse battery staple\n".utf8)
        )
        #expect(try `import`(["-o", place], input: piped.output).code == 0)
        let descriptor = try Tool.shell(
            "exec \"$0\" key export \"$1\" --passphrase-file <(printf 'correct horse battery staple')",
            [keys.door],
            shell: "bash"
        )
        #expect(descriptor.code == 0, "\(descriptor.error)")
        #expect(try `import`(["-o", place, "--force"], input: descriptor.output).code == 0)
    }

    @Test("An altered export is refused", arguments: [20, 60, 120, 400])
    func altered(_ position: Int) throws {
        var line = try export(keys.phone).output
        line[position] = line[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let result = try `import`(["-o", place], input: line)
        #expect([65, 77].contains(result.code))
        expectOneLine(result.error)
        #expect(!keys.names.contains("new.key"))
    }

    @Test("What is no export is called what it is")
    func noExport() throws {
        for (text, says) in [
            (keys.phoneText, "expected sealedpush:wrapped:"), ("sealedpush:card:AAAA", "this is a card"),
            (try keys.text(of: keys.phone), "expected sealedpush:wrapped:"),
            ("sealedpush:wrapped:AQ", "sealedpush:wrapped:… was cut short"),
            ("sealedpush:wrapped:AQ==", "'=' padding"), ("{}", "this is JSON"),
        ] {
            let result = try `import`(["-o", place], input: [UInt8](text.utf8))
            expectRefusal(result, 65, says: says)
        }
    }

    @Test("A file of public keys needs no passphrase and is refused")
    func publicFile() throws {
        expectRefusal(try export(keys.phonePublic), 65, says: "holds public keys alone, which need no passphrase")
    }

    @Test("Neither command replaces what it reads")
    func ontoItself() throws {
        try #require(try export(keys.phone, ["-o", wrapped]).code == 0)
        let before = try keys.bytes(of: wrapped)
        for force in [[], ["--force"]] {
            expectRefusal(try `import`(["-o", wrapped, wrapped] + force), 73, says: "choose another name")
            expectRefusal(try export(keys.phone, ["-o", keys.phone] + force), 73, says: "choose another name")
        }
        #expect(try keys.bytes(of: wrapped) == before)
        #expect(try CommandResult(["key", "public", keys.phone]).code == 0)
    }

    @Test("An existing file stays without --force and is replaced with it")
    func force() throws {
        let other = try keys.write("other", "something dear")
        expectRefusal(try export(keys.phone, ["-o", other]), 73, says: "file exists", "--force")
        #expect(try keys.text(of: other) == "something dear")
        try #require(try export(keys.phone, ["-o", other, "--force"]).code == 0)
        expectRefusal(try `import`(["-o", keys.door, other]), 73, says: "file exists", "--force")
        #expect(try CommandResult(["key", "public", keys.door]).output == keys.bytes(of: keys.doorPublic))
        try #require(try `import`(["-o", keys.door, other, "--force"]).code == 0)
        #expect(try keys.bytes(of: keys.door) == keys.bytes(of: keys.phone))
    }

    @Test("Where the result has no place, no passphrase is asked for")
    func askedInVain() throws {
        // There is no terminal here: whoever asked would end with another exit code.
        let line = try keys.write("line", export(keys.phone).output)
        expectRefusal(try CommandResult(["key", "export", keys.phone, "-o", keys.door]), 73, says: "file exists")
        expectRefusal(try CommandResult(["key", "import", line, "-o", keys.door]), 73, says: "file exists")
    }
}

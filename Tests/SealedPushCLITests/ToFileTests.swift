// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// `seal --to-file`: a list of recipients, a line each.
struct ToFileTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func seal(_ list: String, _ options: [String] = [], input: [UInt8]? = nil) throws -> CommandResult {
        try CommandResult(
            ["--store", keys.path("store.db"), "seal", "--anonymous", "--body", "hello", "--to-file", list] + options,
            input: input
        )
    }

    private func seal(text: String) throws -> CommandResult { try seal(keys.write("list", text)) }

    /// Whom the lines of a result are for, and the message of those that failed.
    private func outcome(_ result: CommandResult) throws -> [(to: String, error: String?)] {
        try result.lines.map { line in
            let object = try #require(JSON.object(line))
            #expect((object["payload"] == nil) != (object["error"] == nil))
            return (try #require(object["to"] as? String), (object["error"] as? [String: Any])?["message"] as? String)
        }
    }

    @Test("The lines come in the order of the list, those of --to before it")
    func order() throws {
        let texts = try (0..<1200).map { _ in try DeviceKey.Secret().publicKey.description }
        let list = try keys.write("list", texts.joined(separator: "\n"))
        let result = try seal(list, ["--to", keys.phonePublic])
        #expect(result.code == 0)
        #expect(result.error == "")
        #expect(try outcome(result).map(\.to) == [keys.phonePublic] + texts)
        let push = try #require(result.lines.last?.split(separator: "\"payload\":", maxSplits: 1).last).dropLast()
        let inspected = try CommandResult(["inspect", "--json"], input: [UInt8](push.utf8))
        let last = try DeviceKey.Public(text: #require(texts.last))
        #expect(inspected.json?["key"] as? String == "\(last.id)")
    }

    @Test(
        "Comments, blank lines, white space, line ends of any kind and a byte order mark are no recipients",
        arguments: [
            "KEY\nKEY\n", "KEY\nKEY", "# two phones\n\nKEY\n  \t\n#KEY\n  KEY  \n\n", "KEY\r\nKEY\r\n",
            "\r\n\r\nKEY\r\n#\r\nKEY",
            "\u{feff}KEY\nKEY\n", "\u{feff}# list\r\n\tKEY\t\r\nKEY", "   # comment\nKEY\nKEY\n",
        ]
    )
    func form(_ form: String) throws {
        let result = try seal(text: form.replacing("KEY", with: keys.phoneText))
        #expect(result.code == 0, "\(result.error)")
        #expect(try outcome(result).map(\.to) == [keys.phoneText, keys.phoneText])
    }

    @Test("A list without a recipient seals nothing, and says so", arguments: ["", "\n\n", "# nobody\n", "\u{feff}"])
    func empty(_ text: String) throws {
        let result = try seal(text: text)
        #expect(result.code == 0)
        #expect(result.output.isEmpty)
        #expect(result.error == "sealedpush: note: nobody to seal to: the list has no recipient\n")
    }

    @Test("One recipient in a list has a line as well, with a line end")
    func one() throws {
        let result = try seal(text: keys.phoneText)
        #expect(try outcome(result).map(\.to) == [keys.phoneText])
        #expect(result.output.last == UInt8(ascii: "\n"))
    }

    @Test("A list on standard input is read like a file")
    func standardInput() throws {
        let result = try seal("-", input: [UInt8]("\(keys.phoneText)\n\(keys.phonePublic)\n".utf8))
        #expect(result.code == 0)
        #expect(try outcome(result).map(\.to) == [keys.phoneText, keys.phonePublic])
    }

    @Test("Bad lines are named in their place and stop no other; the exit code is then 1")
    func badLines() throws {
        let lines = [
            keys.phoneText, "nobody", keys.path("missing"), String(keys.phoneText.dropLast()), keys.doorText, "-",
            keys.phonePublic, "\u{1b}[2J", "sealedpush:", "a b c", keys.group,
        ]
        let result = try seal(text: lines.joined(separator: "\n"))
        #expect(result.code == 1)
        #expect(result.error == "sealedpush: 8 of 11 recipients failed; the lines with \"error\" say why\n")
        let outcome = try outcome(result)
        #expect(outcome.map(\.to) == lines)
        let says = [
            nil, "no recipient 'nobody' in the store", "no such file or directory", "", "this is signer key text",
            "standard input cannot be one line of a list", nil, #"no recipient '\u{1b}[2J'"#, "", "'a b c'", nil,
        ]
        for (line, says) in zip(outcome, says) {
            #expect((line.error == nil) == (says == nil), "\(line)")
            if let error = line.error, let says, !says.isEmpty { #expect(error.contains(says), "\(error)") }
        }
    }

    @Test("A secret key in a list is refused and not repeated")
    func secret() throws {
        for kind in ["device-secret", "identity-secret"] {
            let secret = try keys.line(kind, in: keys.phone)
            let result = try seal(text: "\(keys.phoneText)\n\(secret)\n  \(secret.uppercased())\n")
            #expect(result.code == 1)
            #expect(try outcome(result).map(\.to) == [keys.phoneText, "(a secret key)", "(a secret key)"])
            let part = try #require(secret.split(separator: ":").last).prefix(12)
            #expect(!result.text.contains(part) && !result.error.contains(part))
            #expect(!result.text.contains(part.uppercased()))
        }
    }

    @Test("What follows in an overlong line is no recipient of its own", arguments: [4097, 8192, 100_000])
    func overlong(_ length: Int) throws {
        let filler = String(repeating: "x", count: length)
        for line in ["\(filler) \(keys.phoneText)", "\(keys.phoneText)\(String(repeating: " ", count: length))x"] {
            let result = try seal(text: "\(keys.phoneText)\n\(line)\n#\(line)\n\(keys.phonePublic)\n")
            #expect(result.code == 1)
            let outcome = try outcome(result)
            #expect(outcome.map { $0.error == nil } == [true, false, true])
            #expect(outcome[2].to == keys.phonePublic)
        }
    }

    @Test("A line without an end is refused in bounded memory, after what stood before it was sealed")
    func endless() throws {
        let script = """
            ulimit -v 262144; { printf '%s\\n' "$1"; tr '\\0' x < /dev/zero; } |
                "$0" --store "$2" seal --anonymous --body x --to-file -
            """
        let result = try Tool.shell(script, [keys.phoneText, keys.path("store.db")])
        #expect(result.code == 65)
        #expect(try outcome(result).map(\.to) == [keys.phoneText])
        expectOneLine(result.error)
        #expect(result.error.contains("a line of more than 4194304 bytes: this is no list"))
    }

    @Test("A list that cannot be read is named, and a payload that is no good is said before any line")
    func unreadable() throws {
        expectRefusal(try seal(keys.path("missing")), 66, says: "cannot read \(keys.path("missing")): no such file")
        expectRefusal(try seal(keys.path), 66, says: "is a directory")
        let list = try keys.write("list", keys.phoneText)
        expectRefusal(
            try CommandResult(["seal", "--anonymous", "--to-file", list], input: [UInt8]("{".utf8)),
            65
        )
        let closed = try keys.write("closed", keys.phoneText, mode: 0o000)
        let line = Tool.withoutPrivileges + ["seal", "--anonymous", "--body", "x", "--to-file", closed]
        expectRefusal(try Tool.run(line[0], Array(line.dropFirst())), 77, says: "permission denied")
    }

    @Test("What was shortened is said once")
    func shortened() throws {
        let list = try keys.write("list", String(repeating: "\(keys.phoneText)\n", count: 3))
        let long = String(repeating: "x", count: 5000)
        let result = try CommandResult(["seal", "--anonymous", "--body", long, "--shorten", "--to-file", list])
        #expect(result.code == 0)
        #expect(result.lines.count == 3)
        expectOneLine(result.error)
        #expect(result.error.contains("note: body shortened from 5000 to "))
    }
}

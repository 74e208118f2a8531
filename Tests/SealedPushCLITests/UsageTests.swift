// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCLI

/// Command lines that mean nothing: exit code 64, and one line that says what to write.
struct UsageTests {
    private static let key = "sealedpush:device:AAAA"

    @Test(
        "What is missing or contradictory is named, with what to write",
        arguments: [
            (["seal"], ["whom for? add --to KEY"]),
            (["seal", "--anonymous", "--body", "x"], ["whom for? add --to KEY"]),
            (["seal", "--to", key], ["who sends? add --from FILE to sign, or --anonymous not to"]),
            (["seal", "--to", key, "--from", "./a", "--anonymous"], ["--from and --anonymous contradict each other"]),
            (["seal", "--to", key, "--anonymous", "a", "b"], ["one payload at most", "--to KEY --to KEY"]),
            (["seal", "--to", key, "--anonymous", "--body", "x", "a"], ["a payload and options that make one"]),
            (["seal", "--to", key, "--to", key, "--anonymous", "--id", uuid], ["--id is for one recipient"]),
            (["seal", "--to", "", "--anonymous", "--body", "x"], ["--to is empty"]),
            (["seal", "--to", key, "--from", "", "--body", "x"], ["--from is empty"]),
            (["seal", "--to", key, "--anonymous", ""], ["an argument is empty"]),
            (["open"], ["open with what? add --key FILE"]),
            (["open", "--key", ""], ["--key is empty"]),
            (["open", "--key", "a", "--trust", ""], ["--trust is empty"]),
            (["open", "--key", "a", "b", "c"], ["one payload at most"]),
            (["open", "--key", "a", "--require-signed", "--allow-anonymous"], ["contradict each other"]),
            (["open", "--key", "a", "--allow-anonymous", "--require-signed"], ["contradict each other"]),
            (["open", "--key", "a", "--now", "yesterday"], ["--now", "milliseconds since 1970"]),
            (["open", "--key", "a", "--now", "-1"], ["--now", "milliseconds since 1970"]),
            (["open", "--key", "a", "--now", "18446744073709551616"], ["--now"]),
            (["inspect", "a", "b"], ["one file at most"]),
            (["key", "new"], ["which keys? give one of: sealedpush key new device|signer|shared"]),
            (["key", "new", "phone", "-o", "x"], ["which keys?"]),
            (["key", "new", "device"], ["where to? add -o FILE"]),
            (["key", "new", "device", "-o", ""], ["--output is empty"]),
            (["key", "new", "device", "-o", "-"], ["secrets are not printed"]),
            (["key", "new", "device", "a", "b", "-o", "x"], ["one name at most"]),
            (["key", "public", "a", "b"], ["one key file at most"]),
            (["key", "export"], ["one key file: sealedpush key export FILE"]),
            (["key", "export", "a", "b"], ["one key file: sealedpush key export FILE"]),
            (["key", "export", "a", "-o", ""], ["--output is empty"]),
            (["key", "import", "a"], ["where to? add -o FILE"]),
            (["key", "import", "a", "-o", "-"], ["secrets are not printed"]),
            (["key", "import", "a", "b", "-o", "x"], ["one export"]),
            (["key"], ["'key' needs a word more: 'key new', 'key public', 'key export', 'key import'"]),
            (["-q", "-v", "inspect"], ["--quiet and --verbose contradict each other"]),
            (["-qv", "inspect"], ["contradict each other"]),
            (["-q", "-q", "inspect"], ["--quiet is given twice"]),
            (["open", "--key", "a", "--json", "--json"], ["--json is given twice"]),
            (["key", "new", "device", "-o", "x", "--force", "--force"], ["--force is given twice"]),
        ] as [([String], [String])]
    )
    func refused(_ arguments: [String], _ says: [String]) throws {
        let result = try CommandResult(arguments)
        expectRefusal(result, 64)
        for part in says { #expect(result.error.contains(part), "\(result.error)") }
    }

    private static let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

    @Test(
        "An unknown command gets a suggestion where one is near",
        arguments: [
            (["sael"], "unknown command 'sael'; did you mean 'seal'?"),
            (["opne"], "unknown command 'opne'; did you mean 'open'?"),
            (["inspct", "x"], "unknown command 'inspct'; did you mean 'inspect'?"),
            (["key", "nwe"], "unknown command 'key nwe'; did you mean 'key new'?"),
            (["key", "list"], "unknown command 'key list'; 'sealedpush --help' lists them"),
            (["encrypt"], "unknown command 'encrypt'; 'sealedpush --help' lists them"),
            (["--", "seal"], "unknown command '--'; 'sealedpush --help' lists them"),
            (["push\u{202e}\n"], "unknown command 'push\\u{202e}\\u{a}'; 'sealedpush --help' lists them"),
        ]
    )
    func unknownCommand(_ arguments: [String], _ message: String) throws {
        let result = try CommandResult(arguments)
        expectRefusal(result, 64)
        #expect(result.error == "sealedpush: \(message)\n")
    }

    @Test(
        "An option of the program after a command is told where it stands",
        arguments: ["-v", "--quiet", "--version"]
    )
    func misplaced(_ option: String) throws {
        let result = try CommandResult(["seal", option])
        expectRefusal(result, 64, says: "unknown option \(option)", "stands before the command: sealedpush [-q|-v]")
    }

    @Test("An option of a command before one is told where it stands", arguments: ["--json", "--to=x", "-ox"])
    func tooEarly(_ option: String) throws {
        expectRefusal(try CommandResult([option, "open"]), 64, says: "unknown option", "after the command")
    }

    @Test("A name that no key can have is refused", arguments: ["a/b", "a:b", " a", "a\u{202e}b", "a\nb", longName])
    func names(_ name: String) throws {
        let result = try CommandResult(["key", "new", "device", "-o", "/nowhere/x", "--", name])
        expectRefusal(result, 64, says: "is no name")
    }

    private static let longName = String(repeating: "x", count: 65)

    @Test(
        "A recipient or signer without '/' is told to be written as a path",
        arguments: ["phone.key", "-x", "Kü che"]
    )
    func names(withoutSlash name: String) throws {
        let keys = try KeyFolder()
        for result in try [
            CommandResult(["seal", "--to", name, "--anonymous", "--body", "x"]),
            CommandResult(["seal", "--to", keys.phonePublic, "--from", name, "--body", "x"]),
            CommandResult(["open", "--key", keys.phone, "--trust", name], input: keys.sealed()),
        ] {
            expectRefusal(result, 65, says: "'\(name)'", "for a file write ./\(name)")
        }
    }

    @Test("Every option of every command is accepted by its parser")
    func accepted() throws {
        let values = [
            "--badge": "1", "--data": "k=v", "--ttl": "1h", "--limit": "4096", "--now": "1", "--padding": "none",
        ]
        for command in SealedPushCommandLine.commands {
            for option in command.options {
                let value = option.value == nil ? [] : [values[option.name] ?? Self.uuid]
                for spelling in [option.short.map { "-\($0)" }, option.name].compactMap({ $0 }) {
                    var reader = ArgumentReader([spelling] + value, options: command.options)
                    do throws(UsageError) {
                        _ = try command.init(parsing: &reader)
                    } catch {
                        // What is missing beside it may be named, but never the option itself.
                        #expect(!error.message.contains("unknown option"), "\(command.name) \(spelling)")
                        #expect(!error.message.contains("'\(Self.uuid)'"), "\(command.name) \(spelling)")
                    }
                }
            }
        }
    }
}

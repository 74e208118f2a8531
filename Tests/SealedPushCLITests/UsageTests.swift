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
            (["seal", "--to", key], ["who sends? add --from SIGNER to sign, or --anonymous not to"]),
            (["seal", "--to", key, "--from", "./a", "--anonymous"], ["--from and --anonymous contradict each other"]),
            (["seal", "--to", key, "--anonymous", "a", "b"], ["one payload at most", "--to KEY --to KEY"]),
            (["seal", "--to", key, "--anonymous", "--body", "x", "a"], ["a payload and options that make one"]),
            (["seal", "--to", key, "--to", key, "--anonymous", "--id", uuid], ["--id is for one recipient"]),
            (["seal", "--to", "", "--anonymous", "--body", "x"], ["--to is empty"]),
            (["seal", "--to", key, "--from", "", "--body", "x"], ["--from is empty"]),
            (["seal", "--to", key, "--anonymous", ""], ["an argument is empty"]),
            (["--store", "/nowhere/store.db", "open"], ["open with what? add --key FILE", "key new device NAME"]),
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
            (["key", "new", "device"], ["under which name? sealedpush key new device NAME, or -o FILE"]),
            (["key", "new", "device", "a", "--force"], ["--force goes with -o FILE; a name is never replaced"]),
            (["key", "new", "device", "a/b"], ["'a/b' is no name"]),
            (["key", "new", "device", "-o", ""], ["--output is empty"]),
            (["key", "new", "device", "-o", "-"], ["secrets are not printed"]),
            (["key", "new", "device", "a", "b", "-o", "x"], ["one name at most"]),
            (["key", "public", "a", "b"], ["one key file at most"]),
            (["key", "export"], ["which keys? sealedpush key export NAME, or ./FILE"]),
            (["key", "export", "a", "b"], ["which keys? sealedpush key export NAME, or ./FILE"]),
            (["key", "export", "a", "-o", ""], ["--output is empty"]),
            (["key", "import", "a", "--force"], ["--force goes with -o FILE; a name is never replaced"]),
            (["key", "import", "a", "--name", "b", "-o", "c"], ["--name is for the store, -o for a file"]),
            (["key", "import", "a", "--name", "a:b"], ["'a:b' is no name"]),
            (["key", "import", "a", "-o", "-"], ["secrets are not printed"]),
            (["key", "import", "a", "b", "-o", "x"], ["one export"]),
            (["key", "list", "a"], ["key list takes no operand", "'key show NAME'"]),
            (["key", "show"], ["which? sealedpush key show NAME"]),
            (["key", "show", "a", "b"], ["which? sealedpush key show NAME"]),
            (["key", "card"], ["whose? sealedpush key card NAME"]),
            (["key", "trust", "a", "b"], ["one card or key at most"]),
            (["key", "trust", "a", "--name", ""], ["'' is no name"]),
            (["key", "verify"], ["which? sealedpush key verify NAME"]),
            (["key", "verify", "a", "b"], ["one name at most"]),
            (["key", "rotate"], ["which? sealedpush key rotate NAME"]),
            (["key", "rotate", "a", "--grace", "31"], ["--grace '31' is no number of days from 0 to 30"]),
            (["key", "rotate", "a", "--grace", "-1"], ["--grace '-1'"]),
            (["key", "rotate", "a", "--grace", "1.5"], ["--grace '1.5'"]),
            (["key", "rotate", "a", "--grace", ""], ["--grace ''"]),
            (["key", "revoke"], ["which? sealedpush key revoke NAME|ID"]),
            (["key", "delete"], ["which? sealedpush key delete NAME|ID"]),
            (["doctor", "a"], ["doctor takes no operand"]),
            (["completions"], ["which shell?"]),
            (["completions", "zsh"], ["which shell?"]),
            (["--store"], ["--store needs a value: --store FILE"]),
            (["--store", "", "key", "list"], ["--store is empty"]),
            (["seal", "--to-file", "-", "--to", "-", "--anonymous"], ["standard input can be one thing only"]),
            (["seal", "--to-file", "-", "--anonymous"], ["standard input can be one thing only"]),
            (["seal", "--to-file", "a", "--anonymous", "--id", uuid], ["--id is for one recipient"]),
            (["seal", "--to", key, "--to-file", "a", "--anonymous", "--id", uuid], ["--id is for one recipient"]),
            (["seal", "--to-file", "", "--anonymous"], ["--to-file is empty"]),
            (["key"], ["'key' needs a word more: 'key new', 'key list', 'key show', 'key public', 'key card'"]),
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
            (["key", "lits"], "unknown command 'key lits'; did you mean 'key list'?"),
            (["key", "make"], "unknown command 'key make'; 'sealedpush --help' lists them"),
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
        arguments: ["-v", "--quiet", "--version", "--store"]
    )
    func misplaced(_ option: String) throws {
        let result = try CommandResult(["seal", option])
        expectRefusal(
            result,
            64,
            says: "unknown option \(option)",
            "stands before the command: sealedpush [--store FILE] [-q|-v]"
        )
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
        "What has no '/' is a name; where the store has none such, a path is told how to be written",
        arguments: ["phone.key", "-x", "Kü che"]
    )
    func names(withoutSlash name: String) throws {
        let keys = try KeyFolder()
        let store = ["--store", keys.path("store.db")]
        for result in try [
            CommandResult(store + ["seal", "--to", name, "--anonymous", "--body", "x"]),
            CommandResult(store + ["seal", "--to", keys.phonePublic, "--from", name, "--body", "x"]),
            CommandResult(store + ["open", "--key", keys.phone, "--trust", name], input: keys.sealed()),
            CommandResult(store + ["key", "export", "--", name]),
        ] {
            expectRefusal(result, 66, says: "'\(name)' in the store", "for a file write ./\(name)")
        }
        #expect(!keys.names.contains("store.db"))
    }

    @Test("Every option of every command is accepted by its parser")
    func accepted() throws {
        let values = [
            "--badge": "1", "--data": "k=v", "--ttl": "1h", "--limit": "4096", "--now": "1", "--padding": "none",
            "--grace": "1",
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

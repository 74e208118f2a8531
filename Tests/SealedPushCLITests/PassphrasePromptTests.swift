// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Asking for a passphrase on the terminal: the standard streams play no part in it, and nothing typed is shown.
struct PassphrasePromptTests {
    private let keys: KeyFolder
    private let terminal: PseudoTerminal
    /// Standard output and standard error of the child.
    private let output, error: String

    init() throws {
        keys = try KeyFolder()
        terminal = try PseudoTerminal()
        output = keys.path("output")
        error = keys.path("error")
    }

    private func start(_ arguments: [String]) throws -> Child {
        let descriptors = [output, error].map { (path: String) in open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        defer { descriptors.forEach { close($0) } }
        return try terminal.start(
            arguments,
            inputPath: "/dev/null",
            output: descriptors[0],
            error: descriptors[1]
        )
    }

    /// Exports the device's key, typing the passphrase and its confirmation.
    private func export(typing first: String, _ second: String) throws -> CommandResult {
        let child = try start(["key", "export", keys.phone])
        try terminal.waitFor("passphrase: ")
        terminal.type(first)
        try terminal.waitFor("passphrase again: ")
        terminal.type(second)
        let code = child.wait()
        return CommandResult(code: code, output: try keys.bytes(of: output), error: try keys.text(of: error))
    }

    /// Whether an export opens with exactly these bytes.
    private func opens(_ export: CommandResult, with passphrase: String) throws -> Bool {
        let result = try CommandResult(
            ["key", "import", "-o", keys.path("again.key"), "--passphrase-file", keys.write("words", passphrase)],
            input: export.output
        )
        #expect(result.code == 0 || result.code == 77, "\(result.error)")
        return result.code == 0
    }

    @Test(
        "What is typed is the passphrase, with backspace taking back one character and ^U all of them",
        arguments: [
            ("correct horse\r", "correct horse"),
            ("correct horse\n", "correct horse"),
            ("correct horse\u{4}", "correct horse"),
            ("correctt\u{7f} horse\r", "correct horse"),
            ("correct\u{8}t horse\r", "correct horse"),
            ("caf\u{e9}\u{7f}\u{e9}\r", "caf\u{e9}"),
            ("\u{1f511}\u{7f}\u{540d}\u{7f}k\r", "k"),
            ("\u{7f}\u{7f}a\r", "a"),
            ("wrong\u{15}right\r", "right"),
            (" spaces stay \r", " spaces stay "),
        ]
    )
    func typed(_ typed: String, _ passphrase: String) throws {
        let result = try export(typing: typed, typed)
        #expect(result.code == 0, "\(result.error)")
        #expect(result.error == "")
        #expect(result.text.hasPrefix("sealedpush:wrapped:"))
        #expect(try opens(result, with: passphrase))
    }

    @Test("Nothing typed is shown: the echo is off while it is asked for, and on again afterwards")
    func echo() throws {
        #expect(terminal.echoes)
        let child = try start(["key", "export", keys.phone])
        try terminal.waitFor("passphrase: ")
        #expect(!terminal.echoes)
        terminal.type("correct horse\r")
        try terminal.waitFor("passphrase again: ")
        #expect(!terminal.echoes)
        terminal.type("correct horse\r")
        #expect(child.wait() == 0)
        #expect(terminal.echoes)
        terminal.type("x\n")
        try terminal.waitFor("x")
        #expect(terminal.screen.filter { !$0.isNewline } == "passphrase: passphrase again: x")
    }

    @Test("Two passphrases that differ are refused, and nothing is written")
    func mismatch() throws {
        let result = try export(typing: "correct horse\r", "correct house\r")
        expectRefusal(result, 77, says: "the two passphrases differ; try again")
        #expect(terminal.echoes)
    }

    @Test("An empty passphrase is refused")
    func empty() throws {
        let child = try start(["key", "import", try wrapped(), "-o", keys.path("new.key")])
        try terminal.waitFor("passphrase: ")
        terminal.type("\r")
        #expect(child.wait() == 65)
        #expect(try keys.text(of: error) == "sealedpush: the passphrase is empty\n")
        #expect(!keys.names.contains("new.key"))
    }

    @Test("A passphrase longer than 1024 bytes is refused, and not cut")
    func long() throws {
        let child = try start(["key", "import", try wrapped(), "-o", keys.path("new.key")])
        try terminal.waitFor("passphrase: ")
        terminal.type(String(repeating: "x", count: 1_500) + "\r")
        #expect(child.wait() == 65)
        #expect(try keys.text(of: error) == "sealedpush: the passphrase is longer than 1024 bytes\n")
    }

    @Test(
        "^C and ^\\ give up: exit code 77, the echo on again, nothing written",
        arguments: ["\u{3}", "abc\u{3}", "\u{1c}"]
    )
    func giveUp(_ typed: String) throws {
        let child = try start(["key", "import", try wrapped(), "-o", keys.path("new.key")])
        try terminal.waitFor("passphrase: ")
        terminal.type(typed)
        #expect(child.wait() == 77)
        #expect(try keys.text(of: error) == "sealedpush: no passphrase was given\n")
        #expect(terminal.echoes)
        #expect(!keys.names.contains("new.key"))
    }

    @Test("A signal ends it, with the echo on again", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signal(_ signal: Int32) throws {
        let child = try start(["key", "export", keys.phone])
        try terminal.waitFor("passphrase: ")
        #expect(!terminal.echoes)
        kill(child.pid, signal)
        #expect(child.wait() == 128 + signal)
        #expect(terminal.echoes)
        #expect(try keys.bytes(of: output).isEmpty)
    }

    @Test("A passphrase asked for an import opens the export")
    func importing() throws {
        let words = try keys.write("words", "correct horse\n")
        let wrapped = keys.path("wrapped")
        let made = try CommandResult(["key", "export", keys.phone, "--passphrase-file", words, "-o", wrapped])
        try #require(made.code == 0)
        for (typed, code) in [("correct house\r", 77), ("correct horse\r", 0)] as [(String, Int32)] {
            let child = try start(["key", "import", wrapped, "-o", keys.path("new.key")])
            try terminal.waitFor("passphrase: ")
            terminal.clear()
            terminal.type(typed)
            #expect(child.wait() == code)
            #expect(keys.names.contains("new.key") == (code == 0))
        }
        #expect(try keys.bytes(of: keys.path("new.key")) == keys.bytes(of: keys.phone))
    }

    @Test("Where there is no terminal it says so at once, and names the option that helps", arguments: [false, true])
    func noTerminal(_ force: Bool) throws {
        let arguments = ["key", "import", try wrapped(), "-o", keys.path("new.key")] + (force ? ["--force"] : [])
        for command in [arguments, ["key", "export", keys.phone]] {
            let result = try Tool.run("setsid", ["--wait", Tool.path] + command)
            expectRefusal(result, 66, says: "no terminal to ask for the passphrase; use --passphrase-file FILE")
        }
    }

    @Test("At a terminal a command that reads standard input asks for a file, and does not wait")
    func inputIsTerminal() throws {
        for arguments in [
            ["seal", "--to", keys.phonePublic, "--anonymous"], ["open", "--key", keys.phone], ["inspect"],
            ["key", "public"], ["key", "import", "-o", keys.path("new.key")],
        ] {
            let said = open(error, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { close(said) }
            let code = try terminal.start(arguments, error: said).wait()
            #expect(code == 64)
            expectOneLine(try keys.text(of: error))
            #expect(try keys.text(of: error).contains("name a file, or pipe it in"))
        }
    }

    /// An export that looks right; nobody has its passphrase.
    private func wrapped() throws -> String {
        let header: [UInt8] = [1, 2, 0, 0, 0, 1, 0, 0, 0x20, 0] + [UInt8](repeating: 7, count: 16 + 24 + 528)
        return try keys.write("wrapped", "sealedpush:wrapped:\(Encoding.base64url(header))\n")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What only a process of its own shows: environment, arguments as bytes, and what a crash would leave.
struct ProcessTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    @Test("The executable does what the library does")
    func same() throws {
        let push = try keys.sealed()
        for arguments in [
            ["--help"], ["--version"], [], ["help", "seal"], ["key", "public", keys.phone], ["inspect"],
            ["open", "--key", keys.phone, "--trust", keys.doorPublic], ["open", "--key", keys.group], ["nothing"],
        ] {
            let inside = try CommandResult(arguments, input: push)
            let outside = try Tool.run(arguments, input: push)
            #expect(outside.code == inside.code)
            #expect(outside.output == inside.output)
            #expect(outside.error == inside.error)
        }
    }

    @Test(
        "Neither an empty environment nor an odd locale changes a word",
        arguments: [
            [:], ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "C"], ["LC_ALL": "nowhere"], ["LANG": "ar_EG.UTF-8"],
            ["HOME": ""], ["HOME": "/nonexistent"], ["PATH": ""], ["TZ": "Pacific/Kiritimati", "TERM": "dumb"],
        ] as [[String: String]]
    )
    func environment(_ environment: [String: String]) throws {
        let push = try keys.sealed(#"{"aps":{"alert":{"title":"İIıi ß","body":"é"}}}"#, now: 1_780_000_000_000)
        for arguments in [
            ["open", "--key", keys.phone, "--trust", keys.doorPublic], ["open", "--key", keys.phone, "--json"],
            ["inspect"], ["inspect", keys.path("missing")], ["key", "new", "device", "-o", keys.phone],
            ["seal", "--INVALID"],
        ] {
            let plain = try CommandResult(arguments, input: push)
            let result = try Tool.run(arguments, input: push, environment: environment)
            #expect(result.code == plain.code, "\(arguments)")
            #expect(result.text == plain.text)
            #expect(result.error == plain.error)
        }
    }

    @Test("An argument that is not UTF-8 is refused, and not repaired")
    func notUTF8() throws {
        for script in [
            #"exec "$0" inspect "$(printf '\377')""#,
            #"exec "$0" seal --to "$1" --anonymous --body "$(printf 'caf\351')""#,
            #"exec "$0" "$(printf '\300\200')""#, #"exec "$0" open --key "$(printf '/\355\240\200')""#,
        ] {
            expectRefusal(try Tool.shell(script, [keys.phonePublic]), 64, says: "an argument is not UTF-8")
        }
    }

    @Test("Without arguments at all, not even a name, there is the usage")
    func noArguments() throws {
        let python = "import os, sys; os.execv(sys.argv[1], ['x'])"
        let result = try Tool.run("python3", ["-c", python, Tool.path])
        #expect(result.code == 64)
        #expect(result.error.hasPrefix("usage: sealedpush "))
    }

    @Test("A reader that leaves early stops it, quietly")
    func head() throws {
        let result = try Tool.shell("set -o pipefail; \"$0\" --help | head -c 10", shell: "bash")
        #expect(result.text == "usage: sea")
        #expect(result.error == "")
    }

    @Test("No core of the process is written, neither to a file nor through a pipe, and none is shown")
    func noCore() throws {
        let terminal = try PseudoTerminal()
        let child = try terminal.start(["key", "export", keys.phone], inputPath: "/dev/null")
        try terminal.waitFor("passphrase: ")
        let status = "/proc/\(child.pid)"
        #expect(try keys.text(of: "\(status)/coredump_filter").trimmingCharacters(in: ["0", "\n"]) == "")
        let limits = try keys.text(of: "\(status)/limits")
        #expect(limits.contains(#/Max core file size +0 +0 /#))
        terminal.clear()
        kill(child.pid, SIGSEGV)
        #expect(child.wait() == 128 + SIGSEGV)
        terminal.show("end")
        try terminal.waitFor("end")
        #expect(terminal.screen == "end")
    }

    @Test("Signals that a parent ignored do not keep it from ending")
    func ignoredSignals() throws {
        let result = try Tool.shell("trap '' PIPE; set -o pipefail; \"$0\" --help | head -c 10", shell: "bash")
        #expect(result.text == "usage: sea")
        #expect(result.error == "")
    }
}

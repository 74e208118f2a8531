// SPDX-License-Identifier: Apache-2.0

import SealedPushCLI
import Testing

@testable import SealedPushListen

@Suite("The command line of the listener")
struct ListenOptionsTests {
    @Test("takes every option")
    func all() throws {
        let options = try ListenOptions([
            "--store", "s", "-q", "--as", "desk", "--broker=mqtts://b", "--user", "u", "--password-file", "p",
            "--certificate", "c", "--key", "k", "--ca", "a", "--client-id", "i", "--show", "terminal", "--exec", "e",
            "--json", "--data", "d", "--max", "3",
        ])
        #expect(options.store == "s" && options.isQuiet && options.device == "desk" && options.broker == "mqtts://b")
        #expect(options.user == "u" && options.passwordFile == "p" && options.certificate == "c" && options.key == "k")
        #expect(options.authorities == "a" && options.clientID == "i" && options.show == .terminal)
        #expect(options.program == "e" && options.asJSON && options.data == "d" && options.limit == 3)
    }

    @Test(
        "that means nothing is refused in one line that says what to do",
        arguments: [
            (["desk"], "takes no operand"), (["--show", "tv"], "desktop, terminal or none"),
            (["--max", "0"], "give 1 or more"), (["--max", "-1"], "give 1 or more"),
            (["--max", "x"], "give 1 or more"),
            (["--user", "u"], "go together"), (["--password-file", "p"], "go together"),
            (["--certificate", "c"], "go together"), (["--key", "k"], "go together"), (["--as", ""], "is empty"),
            (["--broker"], "needs a value"), (["--json", "--json"], "given twice"), (["--jsno"], "did you mean --json"),
            (["--exec="], "is empty"),
        ]
    )
    func refused(arguments: [String], message: String) throws {
        let error = try #require(throws: UsageError.self) { try ListenOptions(arguments) }
        #expect(error.message.contains(message), "\(error.message)")
        #expect(!error.message.contains("\n") && error.message.first?.isUppercase == false)
    }

    @Test("has a help that names every option, in lines that fit a terminal")
    func help() {
        let names = [
            "--as", "--broker", "--user", "--password-file", "--certificate", "--key", "--ca", "--client-id", "--show",
            "--exec", "--json", "--data", "--store", "--max", "--quiet",
        ]
        for name in names { #expect(ListenHelp.text.contains("\(name)")) }
        for line in ListenHelp.text.split(separator: "\n") { #expect(line.count <= 90, "\(line)") }
    }
}

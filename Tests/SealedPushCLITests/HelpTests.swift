// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCLI

/// What the command says of itself.
struct HelpTests {
    private static let names = SealedPushCommandLine.commands.map { $0.name }

    private static func command(_ name: String) throws -> any Command.Type {
        try #require(SealedPushCommandLine.commands.first { $0.name == name })
    }

    @Test("The help of a command is reached by --help, -h and help", arguments: names)
    func reachable(_ name: String) throws {
        let words = name.split(separator: " ").map(String.init)
        let help = try Self.command(name).help
        for arguments in [
            words + ["--help"], words + ["-h"], ["help"] + words, ["--help"] + words, ["-h"] + words,
            words + ["operand", "--help"],
        ] {
            let result = try CommandResult(arguments)
            #expect(result.code == 0, "\(arguments)")
            #expect(result.text == help, "\(arguments)")
            #expect(result.error == "", "\(arguments)")
        }
    }

    @Test("The help of a command has every option that it accepts", arguments: names)
    func options(_ name: String) throws {
        let command = try Self.command(name)
        for option in command.options + [.help] {
            let spelling = option.short.map { "-\($0), \(option.name)" } ?? option.name
            let text = [spelling, option.value].compactMap { $0 }.joined(separator: " ")
            #expect(command.help.contains(text), "\(text)")
        }
    }

    @Test("The help of a command has no option that it does not accept", arguments: names)
    func noOthers(_ name: String) throws {
        let command = try Self.command(name)
        let known = Set((command.options + [.help]).map(\.name))
        let optionsPart = try #require(command.help.components(separatedBy: "\n\nexample").first)
        let named = Set(optionsPart.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(named.subtracting(known).isEmpty)
    }

    @Test("Every help has a usage line, an example, and lines that fit a terminal", arguments: names + [""])
    func shape(_ name: String) throws {
        let help = try name.isEmpty ? MainHelp.text : Self.command(name).help
        #expect(help.hasPrefix("usage: sealedpush "))
        #expect(help.contains("\nexample"))
        #expect(help.contains("\n    $ sealedpush ") || help.contains("\n  $ sealedpush "))
        #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n\n"))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
        expectPrintable(help)
    }

    @Test("The main help names every command and every option before one")
    func main() throws {
        for arguments in [["--help"], ["-h"], ["help"], ["-v", "--help"]] {
            let result = try CommandResult(arguments)
            #expect(result.code == 0)
            #expect(result.text == MainHelp.text)
            #expect(result.error == "")
        }
        for name in Self.names { #expect(MainHelp.text.contains("\n  \(name) ")) }
        for option in SealedPushCommandLine.options { #expect(MainHelp.text.contains(option.name)) }
        let words = Set(MainHelp.usage.split { !$0.isLetter })
        for name in Self.names { #expect(words.isSuperset(of: name.split(separator: " "))) }
    }

    @Test("The help of a group is the main one", arguments: [["key", "--help"], ["key", "-h"], ["help", "key"]])
    func group(_ arguments: [String]) throws {
        let result = try CommandResult(arguments)
        #expect(result.code == 0)
        #expect(result.text == MainHelp.text)
    }

    @Test("Without a command the usage goes to standard error")
    func noCommand() throws {
        for arguments in [[], ["-v"], ["--quiet"]] as [[String]] {
            let result = try CommandResult(arguments)
            #expect(result.code == 64)
            #expect(result.output.isEmpty)
            #expect(result.error == MainHelp.usage)
        }
    }

    @Test("The exit codes of the help are those there are")
    func exitCodes() throws {
        let part = try #require(MainHelp.text.components(separatedBy: "exit codes:").last)
        let lines = try #require(part.components(separatedBy: "\n\n").first)
        let named = lines.matches(of: /[0-9]+/).compactMap { Int32($0.output) }
        #expect(named == [0, 1, 64, 65, 66, 69, 73, 74, 75, 77])
        for code in named { #expect(ExitCode(rawValue: code) != nil) }
    }

    @Test("The version is one line with those of the format and of libsodium")
    func version() throws {
        for arguments in [["--version"], ["-q", "--version"]] {
            let result = try CommandResult(arguments)
            #expect(result.code == 0)
            #expect(result.error == "")
            let form = /sealedpush [0-9]+\.[0-9]+\.[0-9]+ \(envelope version 1, libsodium [0-9]+\.[0-9]+\.[0-9]+\)\n/
            #expect(result.text.wholeMatch(of: form) != nil, "\(result.text)")
        }
    }
}

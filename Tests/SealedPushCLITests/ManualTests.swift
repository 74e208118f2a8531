// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCLI

/// Examples/sealedpush.1, the manual page.
struct ManualTests {
    private let page: String
    /// The text below each `.SS`, under its title.
    private let sections: [(title: String, text: String)]

    init() throws {
        let file = TestFiles.package.appending(path: "Examples/sealedpush.1")
        page = try String(contentsOf: file, encoding: .utf8).replacing("\\-", with: "-")
        let commands = try #require(page.components(separatedBy: "\n.SH COMMANDS\n").last)
        let part = try #require(commands.components(separatedBy: "\n.SH ").first)
        sections = part.components(separatedBy: "\n.SS ").map { section in
            let lines = section.split(separator: "\n", maxSplits: 1)
            let title = String(lines[0].replacing(".SS ", with: "").replacing("\"", with: ""))
            return (title, lines.count > 1 ? String(lines[1]) : "")
        }
    }

    @Test(
        "Every command has a section with each of its options, and no others",
        arguments: SealedPushCommandLine.commands.map { $0.name }
    )
    func options(_ name: String) throws {
        let command = try #require(SealedPushCommandLine.commands.first { $0.name == name })
        let section = try #require(sections.first { $0.title == name || $0.title.hasPrefix(name + " ") })
        let named = Set(section.text.matches(of: /(--[a-z][a-z-]+)/).map { String($0.output.1) })
        for option in command.options {
            #expect(named.contains(option.name), "\(option.name)")
            if let short = option.short { #expect(section.text.contains(".BR -\(short) "), "-\(short)") }
        }
        #expect(named.subtracting(command.options.map(\.name)).isEmpty)
    }

    @Test("The sections are the commands, in the order of the help")
    func order() {
        let names = SealedPushCommandLine.commands.map { $0.name } + ["send", "listen", "demo"]
        #expect(sections.count == names.count)
        for (section, name) in zip(sections, names) { #expect(section.title.hasPrefix(name), "\(section.title)") }
    }

    @Test("The options before a command, the variables and the exit codes stand in it")
    func rest() {
        for option in SealedPushCommandLine.options {
            #expect(page.contains(option.name))
            if let short = option.short { #expect(page.contains(".BR -\(short) ")) }
        }
        for name in ["SEALEDPUSH_STORE", "XDG_DATA_HOME", "store.db"] { #expect(page.contains(name)) }
        for code in [0, 1, 64, 65, 66, 69, 73, 74, 75, 77] { #expect(page.contains("\(code) ")) }
    }
}

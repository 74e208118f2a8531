// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import TestSupport
import Testing

@testable import SealedPushSend

/// What the program says of itself.
struct HelpTests {
    private let folder: SendFolder

    init() throws { folder = try SendFolder() }

    @Test("The help is printed for --help and -h, whatever else is there")
    func help() async throws {
        for arguments in [["--help"], ["-h"], ["--to", "phone", "--help"]] {
            let run = try await folder.send(arguments, by: FakePost())
            #expect(run.code == 0)
            #expect(run.output == SendCommand.help)
            #expect(run.error == "")
        }
    }

    @Test("The help has every option that is accepted, with its value, and no other")
    func options() throws {
        let help = SendCommand.help
        for option in SendCommand.options {
            // In another column or line than the rest stands whatever has a long value.
            #expect(help.matches(of: /--[a-z-]+/).contains { $0.output == option.name }, "\(option.name)")
        }
        let known = Set((SendCommand.options + SealedPushCommandLine.options).map(\.name))
        let part = try #require(help.components(separatedBy: "\n\nexample").first)
        let named = Set(part.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }

    @Test("The help has a usage line, an example, and lines that fit a terminal")
    func shape() {
        let help = SendCommand.help
        #expect(help.hasPrefix("usage: sealedpush send "))
        #expect(help.contains("\n\nwhat, where there is no PAYLOAD:\n"))
        #expect(help.contains("\n\ndelivery:\n      --via apns|mqtt "))
        #expect(help.contains("\n  -h, --help "))
        #expect(help.contains("\n\nexample:\n  $ sealedpush send "))
        #expect(help.hasSuffix("}\n"))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("The help says which exit code a job that runs by the clock tries again")
    func tryAgain() { #expect(SendCommand.help.contains("A cron job runs the same command again after 75,")) }

    @Test("The manual has a section with every option, and no other")
    func manual() throws {
        let page = try String(contentsOf: TestFiles.package.appending(path: "Examples/sealedpush.1"), encoding: .utf8)
            .replacing("\\-", with: "-")
        let section = try #require(page.components(separatedBy: "\n.SS ").first { $0.hasPrefix("\"send ") })
        let named = Set(section.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(named == Set(SendCommand.options.map(\.name)))
    }

    @Test("The version is one line")
    func version() async throws {
        let run = try await folder.send(["--version"], by: FakePost())
        #expect(run.code == 0)
        #expect(run.output == "sealedpush-send \(Version.current)\n")
    }

    @Test("'sealedpush send' becomes it, with the options before the command")
    func subcommand() async throws {
        let program = TestFiles.products.appending(path: "sealedpush").path
        try folder.device("phone", token: "0a")
        let outcome = try await Blocking.run { [folder] in
            try Child.run(
                program,
                ["--store", folder.folder.path("store.db"), "-q", "send", "--to", "nobody", "--body", "x"],
                environment: ["PATH": "/usr/bin:/bin"]
            )
        }
        #expect(outcome.code == 66)
        #expect(outcome.error.contains("no recipient 'nobody' in the store"))
        let help = try await Blocking.run { try Child.run(program, ["help", "send"], environment: [:]) }
        #expect(help.text == SendCommand.help)
    }
}

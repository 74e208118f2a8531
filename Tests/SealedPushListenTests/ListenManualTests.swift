// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushListen

/// What the manual page says of `listen`.
struct ListenManualTests {
    /// The section of `listen` in Examples/sealedpush.1, from its title on.
    private let section: String
    /// The options of the help, but for `--help`, which the page has once for all commands.
    private let options: Set<String>

    init() throws {
        let file = TestFiles.package.appending(path: "Examples/sealedpush.1")
        let page = try String(contentsOf: file, encoding: .utf8).replacing("\\-", with: "-")
        let parts = page.components(separatedBy: "\n.SH ").flatMap { $0.components(separatedBy: "\n.SS ") }
        section = try #require(parts.first { $0.hasPrefix("\"listen ") })
        options = Self.options(in: ListenHelp.text).subtracting(["--help"])
    }

    @Test("The manual has a section with every option of the help, and no other")
    func names() {
        #expect(options.count >= 15)
        #expect(Self.options(in: section) == options)
    }

    @Test("Each option has an entry of its own in the manual")
    func entries() {
        let titles = section.components(separatedBy: "\n.TP\n").dropFirst().map { $0.prefix { $0 != "\n" } }
        #expect(Self.options(in: titles.joined(separator: " ")) == options)
    }

    @Test("Each exit code of the help stands in the manual's section")
    func exitCodes() throws {
        let after = try #require(ListenHelp.text.components(separatedBy: "\n\nexit codes: ").last)
        let part = try #require(after.components(separatedBy: "\n\n").first)
        let codes = Self.numbers(in: part)
        #expect(codes.count == 8)
        #expect(codes.isSubset(of: Self.numbers(in: section)))
    }

    private static func options(in text: String) -> Set<String> {
        Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    }

    private static func numbers(in text: String) -> Set<String> {
        Set(text.matches(of: /\b[0-9]+\b/).map { String($0.output) })
    }
}

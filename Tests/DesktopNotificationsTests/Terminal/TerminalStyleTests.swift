// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NotificationHost

@Suite("A notification as text")
struct TerminalStyleTests {
    /// 14:05 in UTC.
    static let date = Date(timeIntervalSince1970: 1_767_276_300)

    static func presentation(_ title: String, subtitle: String = "", body: String = "") -> Presentation {
        Presentation(delivery: 1, identifier: "id", date: date, title: title, subtitle: subtitle, body: body)
    }

    private func style(isTerminal: Bool = false, _ environment: [String: String] = [:], offset: Int = 0) throws
        -> TerminalStyle
    {
        TerminalStyle(
            isTerminal: isTerminal,
            environment: environment,
            timeZone: try #require(TimeZone(secondsFromGMT: offset))
        )
    }

    @Test("time, title, subtitle, body, files and actions, each on its line")
    func everything() throws {
        var presentation = Self.presentation("Door", subtitle: "Front", body: "It rings\nagain")
        presentation.attachments = [.init(path: "/tmp/door.png", type: "public.png")]
        presentation.actions = [
            .init(identifier: "U", title: "Unlock"),
            .init(identifier: "R", title: "Reply", textInput: .init(buttonTitle: "Send", placeholder: "")),
        ]
        #expect(
            try style().text(presentation, number: 3) == """
                [3] 14:05  Door
                    Front
                    It rings
                    again
                    attachment: /tmp/door.png
                    1) Unlock   2) Reply …

                """
        )
        #expect(
            try style(offset: 3600 * 10).text(presentation, number: nil).hasPrefix("00:05  Door\n    Front\n")
        )
        #expect(try !style().text(presentation, number: nil).contains("Unlock"))
    }

    @Test("what is empty takes no line")
    func empty() throws {
        #expect(try style().text(Self.presentation("T"), number: 1) == "[1] 14:05  T\n")
        #expect(try style().text(Self.presentation("", body: "B"), number: 1) == "[1] 14:05\n    B\n")
    }

    @Test(
        "nothing in a notification moves the cursor, colours the screen, turns the writing or looks like another one",
        arguments: [
            "\u{1b}[2J", "\u{9b}31m", "\u{7}", "\r", "\u{8}", "\u{202e}", "\u{2066}", "\u{200f}", "\u{85}", "\u{2028}",
        ]
    )
    func hostile(piece: String) throws {
        var presentation = Self.presentation("a\(piece)b", subtitle: "a\(piece)b", body: "a\(piece)b\n[4] 14:05  Bank")
        presentation.attachments = [.init(path: "/a\(piece)b", type: "")]
        presentation.actions = [.init(identifier: "", title: "a\(piece)b")]
        let text = try style(isTerminal: true, ["NO_COLOR": "1"]).text(presentation, number: 1)
        let scalars = text.unicodeScalars.filter { $0 != "\n" }
        #expect(scalars.allSatisfy { ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
        let lines = text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("[1] 14:05  a\\u{") == true)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
    }

    @Test("line breaks of a title do not break lines")
    func titleLines() throws {
        #expect(try style().text(Self.presentation("a\nb"), number: nil) == "14:05  a\\u{a}b\n")
    }

    @Test(
        "a title is bold on a terminal that may have it",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
        ]
    )
    func bold(isTerminal: Bool, environment: [String: String], isBold: Bool) throws {
        let text = try style(isTerminal: isTerminal, environment).text(Self.presentation("T"), number: nil)
        #expect(text == (isBold ? "14:05  \u{1b}[1mT\u{1b}[0m\n" : "14:05  T\n"))
    }

    @Test(
        "a sound rings the bell of a terminal; not in silence, in doubt, or without a banner",
        arguments: [
            (true, true, false, true, true), (false, true, false, true, false), (true, false, false, true, false),
            (true, true, true, true, false), (true, true, false, false, false),
        ]
    )
    func bell(isTerminal: Bool, hasSound: Bool, isInDoubt: Bool, showsBanner: Bool, rings: Bool) throws {
        var presentation = Self.presentation("T")
        presentation.sound = hasSound ? .init() : nil
        presentation.isInDoubt = isInDoubt
        presentation.showsBanner = showsBanner
        let text = try style(isTerminal: isTerminal).text(presentation, number: nil)
        #expect(text.hasSuffix("\n\u{7}") == rings)
        #expect(text.contains("\u{7}") == rings)
    }

    @Test("text without end is cut")
    func cut() throws {
        let text = try style().text(Self.presentation("T", body: String(repeating: "x", count: 1_000_000)), number: nil)
        #expect(text.utf8.count < 10_000)
        #expect(text.hasSuffix("…\n"))
    }
}

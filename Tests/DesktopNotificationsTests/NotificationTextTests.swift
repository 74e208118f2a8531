// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

@Suite("Text for a desktop")
struct NotificationTextTests {
    @Test(
        "markup is escaped, and nothing else",
        arguments: [
            ("", ""), ("plain", "plain"), ("a & b", "a &amp; b"), ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
            ("&amp;", "&amp;amp;"), ("\"'", "\"'"), ("1 < 2 > 0", "1 &lt; 2 &gt; 0"), ("ä😀é", "ä😀é"),
        ]
    )
    func escape(text: String, escaped: String) {
        #expect(NotificationText.escape(text) == escaped)
    }

    @Test(
        "a line has no line breaks, no control characters, and no white space at its ends",
        arguments: [
            ("", ""), (" \n\t ", ""), ("a\nb", "a b"), ("a\r\nb\rc", "a b c"), ("a\tb", "a b"),
            ("\u{1b}[1mx\u{7}", "[1mx"),
            ("a\u{0}b", "ab"), ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
            ("\u{9b}31m", "31m"), ("شكرا", "شكرا"), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ]
    )
    func line(text: String, line: String) {
        #expect(NotificationText.line(text) == line)
    }

    @Test("noncharacters, which the bus does not take, are dropped", arguments: [0xfdd0, 0xfffe, 0xffff, 0x10_ffff])
    func noncharacter(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(NotificationText.line("a\(scalar)b") == "ab")
        #expect(NotificationText.body("a\(scalar)b") == "ab")
        #expect(!NotificationText.isPlain("a\(scalar)b"))
    }

    @Test(
        "a body keeps its line breaks, as line feeds",
        arguments: [
            ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\n\nb\n", "a\n\nb"), ("\u{0}\n", ""),
            ("a\u{8}b", "ab"),
        ]
    )
    func body(text: String, body: String) {
        #expect(NotificationText.body(text) == body)
    }

    @Test("text that is too long is cut, and says so", arguments: ["x", "é", "\u{301}", "👨‍👩‍👧"])
    func cut(piece: String) {
        let text = String(repeating: piece, count: 100_000)
        let line = NotificationText.line(text)
        #expect(line.unicodeScalars.count <= NotificationText.longestLine)
        #expect(line.hasSuffix("…"))
        #expect(text.unicodeScalars.starts(with: line.unicodeScalars.dropLast()))
        let body = NotificationText.body(text)
        #expect(body.unicodeScalars.count <= NotificationText.longestBody)
        #expect(body.hasSuffix("…"))
    }

    @Test("text of just the greatest length stays whole")
    func limit() {
        let text = String(repeating: "x", count: NotificationText.longestLine)
        #expect(NotificationText.line(text) == text)
        #expect(NotificationText.line(text + "x") == String(text.dropLast(2)) + "…")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Text from outside, made safe for a terminal or a message.
struct PrintableTextTests {
    @Test(
        "What could move, hide or reorder text is spelled out",
        arguments: [
            ("\u{1b}[2J", #"\u{1b}[2J"#), ("a\nb\rc\td", #"a\u{a}b\u{d}c\u{9}d"#),
            ("\u{0}\u{7f}\u{9b}", #"\u{0}\u{7f}\u{9b}"#),
            ("\u{202e}x\u{2066}\u{2069}", #"\u{202e}x\u{2066}\u{2069}"#),
            ("\u{feff}\u{200b}\u{ad}", #"\u{feff}\u{200b}\u{ad}"#),
            ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{e000}\u{10ffff}", #"\u{e000}\u{10ffff}"#),
            ("\u{e0001}", #"\u{e0001}"#),
            ("\u{378}", #"\u{378}"#),
        ]
    )
    func escaped(_ text: String, _ shown: String) {
        #expect(PrintableText.escape(text) == shown)
    }

    @Test(
        "Ordinary text of any script stays as it is",
        arguments: [
            "", "Door", "é e\u{301}", "漢字 ひらがな", "مرحبا שלום", "กำ", "👨‍👩‍👧‍👦 🇪🇺 👍🏽",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
            "می\u{200c}خواهم", "\u{a0}", "\\u{1b}",
        ]
    )
    func kept(_ text: String) {
        #expect(PrintableText.escape(text) == text)
    }

    @Test("A line feed stays where lines are wanted, and no other control character does")
    func lineBreaks() {
        #expect(
            PrintableText.escape("a\nb\r\n\u{1b}", keepingLineBreaks: true) == "a\nb\\u{d}\n\\u{1b}"
        )
    }

    @Test("An excerpt has at most the characters asked for, and says when it was cut")
    func excerpt() {
        #expect(PrintableText.excerpt("short") == "short")
        #expect(
            PrintableText.excerpt(String(repeating: "x", count: 80)) == String(repeating: "x", count: 80)
        )
        #expect(
            PrintableText.excerpt(String(repeating: "x", count: 81)) == String(repeating: "x", count: 80)
                + "…"
        )
        #expect(PrintableText.excerpt("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 2) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
        #expect(PrintableText.excerpt("\u{1b}\u{1b}", limit: 6) == #"\u{1b}…"#)
    }

    @Test("JSON for a terminal has no character that it would obey, and means the same")
    func json() throws {
        let raw = "{\"a\":\"x\u{9b}31m\u{202e}y\u{7f}😀\u{f0000}\"}"
        let escaped = PrintableText.escapeJSON(raw)
        #expect(escaped == #"{"a":"x\u009b31m\u202ey\u007f😀\udb80\udc00"}"#)
        let same = try JSONDocument([UInt8](raw.utf8)).root["a"]?.string
        #expect(try JSONDocument([UInt8](escaped.utf8)).root["a"]?.string == same)
    }
}

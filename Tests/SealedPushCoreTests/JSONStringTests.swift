// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

/// Strings with and without their escapes.
struct JSONStringTests {
    @Test(
        "Escapes are undone, pairs of surrogates included",
        arguments: [
            (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"), (#"\u0041\u00e9\u6f22"#, "Aé漢"),
            (#"\ud83d\ude00"#, "😀"),
            (#"\uD83D\uDE00!"#, "😀!"), (#"\ud800\udc00"#, "\u{10000}"), (#"\udbff\udfff"#, "\u{10ffff}"),
            (#"a\u0000b"#, "a\0b"), (#"\\u0041"#, #"\u0041"#), (#"\\\u0041"#, #"\A"#), (#"x\ny"#, "x\ny"),
            ("", ""),
            (#"\ufeff\uffff"#, "\u{feff}\u{ffff}"), ("é", "é"), (#"\ud83d\ude00\ud83d\ude00"#, "😀😀"),
        ]
    )
    func unescape(_ spelled: String, _ text: String) throws {
        let root = try JSONDocument([UInt8](#"{"v":"\#(spelled)"}"#.utf8)).root
        #expect(root["v"]?.stringBytes == [UInt8](text.utf8))
        #expect(root["v"]?.string == text)
    }

    @Test(
        "Text is quoted with no more escapes than it needs",
        arguments: [
            ("Door", #""Door""#), (#"a"b\c"#, #""a\"b\\c""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
            ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#), ("\u{7f}é漢😀/", "\"\u{7f}é漢😀/\""),
            ("\u{2028}", "\"\u{2028}\""),
            ("&amp; &lt;3", #""&amp; &lt;3""#), ("", #""""#),
        ]
    )
    func quote(_ text: String, _ quoted: String) {
        #expect(JSONString.quote(text) == [UInt8](quoted.utf8))
        #expect(JSONString.quotedLength(text.utf8) == quoted.utf8.count - 2)
    }

    @Test("Any text comes back from its quoted form, by this reader and by Foundation's")
    func roundTrip() throws {
        let seed: UInt64 = 8259
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Rounds.count(5000) {
            let text = Self.text(using: &generator)
            let quoted = JSONString.quote(text)
            #expect(
                quoted.count == JSONString.quotedLength(text.utf8) + 2,
                "seed \(seed), round \(round)"
            )
            let json = [UInt8](#"{"v":"#.utf8) + quoted + [UInt8("}".utf8.first ?? 0)]
            #expect(
                try JSONDocument(json).root["v"]?.stringBytes == [UInt8](text.utf8),
                "seed \(seed), round \(round)"
            )
            let other = try JSONSerialization.jsonObject(with: Data(json)) as? [String: String]
            #expect(
                other?["v"].map { Array($0.utf8) } == Array(text.utf8),
                "seed \(seed), round \(round)"
            )
        }
    }

    /// Up to 20 scalars of every size, control characters often among them.
    static func text(using generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            let largest: UInt32 =
                [0x20, 0x80, 0x800, 0xffff, 0x10_ffff].randomElement(using: &generator) ?? 0x80
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...largest, using: &generator)) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// The grammar of RFC 8259, nothing more and nothing less, for one object.
struct JSONGrammarTests {
    @Test(
        "An object of values by the grammar is accepted",
        arguments: [
            "{}", " \t\r\n{ \t\r\n} \t\r\n", #"{"a":1}"#, #"{ "a" : 1 , "b" : [ 1 , 2 ] }"#, #"{"":""}"#,
            #"{"a":[],"b":{},"c":[[]],"d":[{}]}"#, #"{"a":true,"b":false,"c":null}"#,
            #"{"a":0,"b":-0,"c":-1,"d":10,"e":1234567890123456789012345678901234567890}"#,
            #"{"a":0.0,"b":-0.0,"c":1.5,"d":0.10,"e":1e0,"f":1E0,"g":1e+9,"h":1e-9,"i":1.5e400,"j":0e0}"#,
            #"{"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\uABCD\uabcd\u0000"}"#,
            #"{"a":"\ud83d\ude00\uD83D\uDE00"}"#,
            "{\"a\":\"é漢😀\u{7f}\u{80}\u{2028}\u{2029}\u{feff}\u{ffff}\"}", #"{"a":"\ud7ff\ue000\uffff"}"#,
            #"{"a":"\\ud800"}"#, #"{"a":"\\"}"#, #"{"a/b":"//","c":"/* no comment */"}"#,
        ]
    )
    func accepted(_ text: String) throws {
        let document = try JSONDocument([UInt8](text.utf8))
        #expect(document.bytes == [UInt8](text.utf8))
        #expect(JSONTokens.list(document.minified) == JSONTokens.list(text.utf8))
    }

    @Test(
        "What is no object by the grammar is refused, and the fault told",
        arguments: [
            ("", "the text is empty, at byte 1"), (" \n", "the text is empty, at byte 3"),
            ("[]", "the text is not a JSON object, at byte 1"),
            ("1", "the text is not a JSON object, at byte 1"),
            (#""a""#, "the text is not a JSON object, at byte 1"),
            ("null", "the text is not a JSON object, at byte 1"),
            ("{}{}", "more text follows the object, at byte 3"),
            ("{} x", "more text follows the object, at byte 4"),
            ("{}\u{0}", "more text follows the object, at byte 3"),
            ("{}]", "more text follows the object, at byte 3"),
            ("{", "a member's name in double quotes is missing, at byte 2"),
            (#"{"a":1,}"#, "a member's name in double quotes is missing, at byte 8"),
            ("{,}", "a member's name in double quotes is missing, at byte 2"),
            ("{a:1}", "a member's name in double quotes is missing, at byte 2"),
            ("{'a':1}", "a member's name in double quotes is missing, at byte 2"),
            ("{1:1}", "a member's name in double quotes is missing, at byte 2"),
            ("{/**/}", "a member's name in double quotes is missing, at byte 2"),
            (#"{"a"}"#, "a colon is missing after a member's name, at byte 5"),
            (#"{"a" 1}"#, "a colon is missing after a member's name, at byte 6"),
            (#"{"a":}"#, "no value begins like this, at byte 6"),
            (#"{"a":"#, "the text ends where a value should be, at byte 6"),
            (#"{"a":1"#, "the text is cut short inside an object or array, at byte 7"),
            (#"{"a":[1"#, "the text is cut short inside an object or array, at byte 8"),
            (#"{"a":[1}"#, "a comma or a closing bracket is missing, at byte 8"),
            (#"{"a":1]"#, "a comma or a closing bracket is missing, at byte 7"),
            (#"{"a":1 "b":2}"#, "a comma or a closing bracket is missing, at byte 8"),
            (#"{"a":[1,]}"#, "no value begins like this, at byte 9"),
            (#"{"a":[,1]}"#, "no value begins like this, at byte 7"),
        ]
    )
    func structure(_ text: String, _ message: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument([UInt8](text.utf8)) }
        #expect(error?.description == message)
    }

    @Test(
        "A value that is not JSON's is refused",
        arguments: [
            "True", "TRUE", "tru", "truex", "nul", "nullnull", "undefined", "NaN", "Infinity",
            "-Infinity", "+1", "01",
            "-01", "00", "-", "-a", ".5", "5.", "1.e5", "1e", "1e+", "1E-", "1.5e", "0x10", "1_000",
            "1.2.3", "１", "1 2",
            "'a'", #""a"#, #""\"#, #""\x""#, #""\'""#, #""\u""#, #""\u12""#, #""\u123""#, #""\u12G4""#,
            #""\u+123""#,
            #""\U0041""#, "\"\u{0}\"", "\"\t\"", "\"\n\"", "\"\u{1f}\"", "\"\u{b}\"", #""\u{41}""#,
            "// x\n1", "1//x",
            "\u{a0}1", "\u{c}1", "\u{2028}1", "\u{feff}1", "“a”",
        ]
    )
    func values(_ value: String) {
        #expect(throws: JSONError.self) { try JSONDocument([UInt8](#"{"a":\#(value)}"#.utf8)) }
        #expect(throws: JSONError.self) { try JSONDocument([UInt8](#"{"a":[\#(value)]}"#.utf8)) }
    }

    @Test(
        "A surrogate escape that stands alone is refused, in values and in names",
        arguments: [
            #"\ud800"#, #"\udc00"#, #"\udfff"#, #"\uDBFF"#, #"\ud800\ud800"#, #"\ude00\ud83d"#,
            #"\ud83dx"#,
            #"\ud83d\n"#, #"\ud83d\u0041"#, #"\ud83d \ude00"#, #"\ud83d\ude0"#, #"x\ud83d"#,
            #"\ud83d\\ude00"#,
            #"\ud83d\uD83D\ude00"#,
        ]
    )
    func surrogates(_ text: String) {
        #expect(throws: JSONError.self) { try JSONDocument([UInt8](#"{"a":"\#(text)"}"#.utf8)) }
        #expect(throws: JSONError.self) { try JSONDocument([UInt8](#"{"\#(text)":1}"#.utf8)) }
    }

    @Test("A byte order mark and bytes that are no UTF-8 are refused and told")
    func encoding() {
        func problem(_ bytes: [UInt8]) -> String? {
            #expect(throws: JSONError.self) { try JSONDocument(bytes) }?.problem
        }
        #expect(problem([0xef, 0xbb, 0xbf, 0x7b, 0x7d]) == "the text begins with a byte order mark")
        #expect(problem([0xff, 0xfe, 0x7b, 0, 0x7d, 0]) == "the text is not UTF-8")
        for bytes: [UInt8] in [
            [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80],
        ] {
            #expect(
                problem([UInt8](#"{"a":""#.utf8) + bytes + [UInt8](#""}"#.utf8)) == "the text is not UTF-8"
            )
        }
    }

    @Test("An error tells the place and nothing of the text")
    func silent() {
        let error = #expect(throws: JSONError.self) {
            try JSONDocument([UInt8](#"{"password":"hunter2hunter2" x}"#.utf8))
        }
        #expect(error?.description == "a comma or a closing bracket is missing, at byte 30")
    }
}

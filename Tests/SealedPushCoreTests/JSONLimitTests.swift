// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// The limits on JSON: depth, number of values, double names.
struct JSONLimitTests {
    private static func nested(_ depth: Int, opening: String, closing: String) -> [UInt8] {
        let inner =
            String(repeating: opening, count: depth - 1) + "1"
            + String(repeating: closing, count: depth - 1)
        return [UInt8](#"{"a":\#(inner)}"#.utf8)
    }

    @Test(
        "32 brackets may be open at once, 33 may not",
        arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")]
    )
    func depth(_ opening: String, _ closing: String) throws {
        let brackets = opening.filter { "[{".contains($0) }.count
        let most = 1 + 31 / brackets
        #expect(throws: Never.self) {
            try JSONDocument(Self.nested(most, opening: opening, closing: closing))
        }
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(Self.nested(most + 1, opening: opening, closing: closing))
        }
        #expect(error?.problem == "more than 32 brackets are open at once")
    }

    @Test("Brackets that were closed again do not count")
    func siblings() throws {
        let deep = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        try JSONDocument([UInt8](#"{"a":\#(deep),"b":\#(deep),"c":\#(deep)}"#.utf8)).minified
            .withUnsafeBytes { _ in }
    }

    @Test("Nesting of a hundred thousand is refused at once")
    func bomb() {
        for text in [
            "{\"a\":" + String(repeating: "[", count: 100_000),
            String(repeating: "{\"a\":", count: 100_000),
        ] {
            let error = #expect(throws: JSONError.self) { try JSONDocument([UInt8](text.utf8)) }
            #expect(error?.problem == "more than 32 brackets are open at once")
        }
    }

    @Test("1,024 members and elements may stand in a text, 1,025 may not")
    func items() throws {
        func members(_ count: Int) -> String {
            (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        }
        func elements(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
        func check(_ make: (Int) -> String) {
            #expect(throws: Never.self) { try JSONDocument([UInt8](make(1024).utf8)) }
            let error = #expect(throws: JSONError.self) { try JSONDocument([UInt8](make(1025).utf8)) }
            #expect(error?.problem == "more than 1024 members and elements")
        }
        check { "{\(members($0))}" }
        // The array itself is a member too.
        check { "{\"a\":[\(elements($0 - 1))]}" }
        check { "{\"a\":{\(members($0 / 2 - 1))},\"b\":[\(elements($0 - $0 / 2 - 1))]}" }
        check { "{\"a\":[\((0..<$0 - 1).map { _ in "[]" }.joined(separator: ","))]}" }
    }

    @Test(
        "A name twice in one object is refused, however it is spelled",
        arguments: [
            #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"x":{"a":1,"a":2}}"#,
            #"{"x":[{"a":1,"a":2}]}"#,
            #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"\u0061":2}"#, #"{"":1,"":2}"#, #"{"é":1,"\u00e9":2}"#,
            #"{"/":1,"\/":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#, #"{"\n":1,"\u000a":2}"#,
            #"{"\u0000":1,"\u0000":2}"#,
            #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"a":1}"#,
            #"{"\uABCD":1,"\uabcd":2}"#,
        ]
    )
    func doubleNames(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument([UInt8](text.utf8)) }
        #expect(error?.problem == "a name appears twice in one object")
    }

    @Test(
        "Names that differ by any code point are two names",
        arguments: [
            "{\"\u{e9}\":1,\"e\u{301}\":2}", #"{"\u00e9":1,"e\u0301":2}"#, #"{"a":1,"A":2}"#,
            #"{"a":1,"a ":2}"#,
            #"{"a":1,"a\u0000":2}"#, "{\"\u{fb01}\":1,\"fi\":2}", "{\"\u{212a}\":1,\"K\":2}",
            #"{"a":{"a":{"a":1}},"b":{"a":1}}"#, #"{"a":[{"a":1},{"a":1}]}"#, #"{"\\u0061":1,"a":2}"#,
            "{\"\u{1100}\u{1161}\":1,\"\u{ac00}\":2}",
        ]
    )
    func differentNames(_ text: String) {
        #expect(throws: Never.self) { try JSONDocument([UInt8](text.utf8)) }
    }

    @Test("A name is found by its code points, not by what looks the same")
    func lookUp() throws {
        let root = try JSONDocument([UInt8]("{\"\u{e9}\":1,\"e\u{301}\":2,\"\\u0061\":3}".utf8)).root
        #expect(root["\u{e9}"]?.text.elementsEqual("1".utf8) == true)
        #expect(root["e\u{301}"]?.text.elementsEqual("2".utf8) == true)
        #expect(root["a"]?.text.elementsEqual("3".utf8) == true)
        #expect(root["b"] == nil)
        #expect(root["a"]?["a"] == nil)
    }
}

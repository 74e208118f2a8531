// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Values as they are found in a document.
struct JSONValueTests {
    private static let text =
        #"{ "s" : "x" , "n" : 1.50 , "t" : true , "f" : false , "z" : null , "a" : [ 1 , [ 2 ] , {"k":3} ] , "o" : { "k" : { } } }"#

    private let root: JSONValue

    init() throws { root = try JSONDocument([UInt8](Self.text.utf8)).root }

    private func text(_ value: JSONValue?) -> String? {
        value.map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test("A value is told by its kind, and spelled as it was")
    func kinds() {
        #expect(
            root.members.map(\.value.kindName) == [
                "a string", "a number", "true or false", "true or false", "null", "an array", "an object",
            ]
        )
        #expect(
            root["s"]?.isString == true && root["n"]?.isNumber == true && root["a"]?.isArray == true
        )
        #expect(root["o"]?.isObject == true && root["t"]?.isTrue == true && root["f"]?.isTrue == false)
        #expect(text(root["n"]) == "1.50")
        #expect(text(root["a"]) == #"[ 1 , [ 2 ] , {"k":3} ]"#)
        #expect(text(root["o"]) == #"{ "k" : { } }"#)
    }

    @Test("Members and elements keep their order, and what is inside them is not among them")
    func children() {
        #expect(root.members.map(\.name) == ["s", "n", "t", "f", "z", "a", "o"])
        #expect(root["a"]?.elements.map { text($0) } == ["1", "[ 2 ]", #"{"k":3}"#])
        #expect(root["a"]?.members.isEmpty == true && root["o"]?.elements.isEmpty == true)
        #expect(root["s"]?.members.isEmpty == true)
        #expect(root["o"]?["k"]?.isObject == true)
        #expect(root.member("s").map { String(decoding: $0.text, as: UTF8.self) } == #""s" : "x""#)
    }

    @Test("What is no string has no text")
    func strings() {
        #expect(root.members.map(\.value.string) == ["x", nil, nil, nil, nil, nil, nil])
    }

    @Test(
        "A whole number is one without fraction, exponent or sign, up to 2^64 - 1",
        arguments: [
            ("0", 0), ("7", 7), ("18446744073709551615", .max), ("18446744073709551616", nil),
            ("1.0", nil), ("1e3", nil),
            ("-1", nil), ("-0", nil), (#""1""#, nil), ("null", nil), ("true", nil), ("[1]", nil),
        ] as [(String, UInt64?)]
    )
    func wholeNumber(_ spelled: String, _ number: UInt64?) throws {
        #expect(try JSONDocument([UInt8](#"{"v":\#(spelled)}"#.utf8)).root["v"]?.wholeNumber == number)
    }

    @Test("Minified text has no white space but inside strings")
    func minified() throws {
        let text = "\r\n{ \"a b\" :\t\"c \\\" d\\\\\" , \"e\" : [ 1 , 2.0e+1 ] }\n"
        let minified = try JSONDocument([UInt8](text.utf8)).minified
        #expect(
            String(decoding: minified, as: UTF8.self) == "{\"a b\":\"c \\\" d\\\\\",\"e\":[1,2.0e+1]}"
        )
        #expect(try JSONDocument(minified).minified == minified)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// The text of an envelope has one spelling, and what is wrong with another is told.
struct EncodingTests {
    private func failure(_ change: (String) -> String) throws -> OpenFailure? {
        // 61 inner bytes or so give a text that is not a multiple of four characters long.
        var text = try RawPush().text()
        while text.count % 4 == 0 { text = try RawPush().changed { $0.payload.append(0x20) }.text() }
        let changed = change(text)
        let opener = Sample.opener(try Sample.store())
        #expect(opener.reason(text) == nil)
        return #expect(throws: OpenFailure.self) { try opener.open(encryptedContent: changed) }
    }

    private func lines(_ text: String, of length: Int) -> String {
        stride(from: 0, to: text.count, by: length).map { String(text.dropFirst($0).prefix(length)) }.joined(
            separator: "\n"
        )
    }

    @Test("Line breaks, every 64 characters or every 76, are refused by name", arguments: [64, 76])
    func lineBreaks(_ length: Int) throws {
        let failure = try failure { lines($0, of: length) }
        #expect(failure?.reason == .malformed)
        #expect(failure?.diagnosis == "encrypted-content has a line break at character \(length + 1)")
    }

    @Test("White space is refused by name, at either end too")
    func whiteSpace() throws {
        let inside = try failure { $0.prefix(10) + " " + $0.dropFirst(10) }
        #expect(inside?.diagnosis == "encrypted-content has white space at character 11")
        #expect(try failure { " " + $0 }?.diagnosis == "encrypted-content has white space at character 1")
        #expect(try failure { $0 + "\n" }?.reason == .malformed)
    }

    @Test("Padding is refused by name, and so is anything after it")
    func padding() throws {
        let padded = try failure { $0 + String(repeating: "=", count: 4 - $0.count % 4) }
        #expect(padded?.reason == .malformed)
        #expect(padded?.diagnosis == "encrypted-content ends in '=' padding, which base64url here never has")
        let junk = try failure { $0 + "==junk" }
        #expect(junk?.reason == .malformed)
        #expect(
            junk?.diagnosis?.hasPrefix("encrypted-content has '=' padding with more text after it, at character ")
                == true
        )
    }

    @Test("The standard alphabet is refused by name")
    func standardAlphabet() throws {
        let failure = try failure { "+" + $0.dropFirst() }
        #expect(failure?.reason == .malformed)
        #expect(
            failure?.diagnosis
                == "encrypted-content is in the standard base64 alphabet ('+' and '/'), not base64url ('-' and '_')"
        )
    }

    @Test("A last character with other bits than its byte's is refused, so one envelope has one spelling")
    func trailingBits() throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let failure = try failure { text in
            let last = text.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
            return text.dropLast() + String(alphabet[last + 1])
        }
        #expect(failure?.reason == .malformed)
        #expect(
            failure?.diagnosis
                == "encrypted-content has a last character with bits set that belong to no byte: it was altered or cut short"
        )
    }

    @Test("An envelope encoded twice is refused, and said to look so")
    func twice() throws {
        let failure = try failure { Encoding.base64url([UInt8]($0.utf8)) }
        #expect(failure?.reason == .unsupportedVersion)
        #expect(failure?.diagnosis == "envelope of version 65 (it looks encoded twice), this program reads 1")
    }

    @Test(
        "A field of another type is refused with what it is",
        arguments: ["5", "null", "[]", "{}", "true", #"["AQE"]"#]
    )
    func wrongType(_ value: String) throws {
        let opener = Sample.opener(try Sample.store())
        let json = #"{"aps":{"alert":"x"},"encrypted-content":\#(value)}"#
        let failure = #expect(throws: OpenFailure.self) { try opener.open(payload: json.utf8) }
        #expect(failure?.reason == .malformed)
        #expect(failure?.diagnosis?.hasPrefix("encrypted-content is ") == true)
    }

    @Test("A push is sealed if it has the field, never because its text looks like an envelope")
    func looksSealed() throws {
        let opener = Sample.opener(try Sample.store())
        let text = try RawPush().text()
        let body = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZn"
        for json in [
            #"{"aps":{"alert":{"body":"\#(body)"}}}"#, #"{"aps":{"alert":{"body":"\#(text)"}}}"#,
            #"{"aps":{"encrypted-content":"\#(text)"}}"#, #"{"Encrypted-Content":"\#(text)"}"#, "{}",
        ] {
            #expect(opener.reason(payload: json.utf8) == .notSealed)
        }
        #expect(opener.reason(nil) == .notSealed)
    }

    @Test("Of the outer payload nothing is taken but the envelope")
    func outerIgnored() throws {
        let opener = Sample.opener(try Sample.store())
        let text = try RawPush().text()
        let json =
            #"{"aps":{"alert":{"title":"catchy","body":"catchy"},"badge":99},"n":1,"encrypted-content":"\#(text)"}"#
        let opened = try opener.open(payload: json.utf8)
        #expect(String(decoding: opened.payload.json, as: UTF8.self) == #"{"aps":{"alert":"x"}}"#)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Payloads in the clear: composed, read, changed.
struct PushPayloadTests {
    private func text(_ payload: PushPayload) -> String {
        String(decoding: payload.json, as: UTF8.self)
    }

    private func payload(_ json: String) throws -> PushPayload { try PushPayload(json: json.utf8) }

    @Test("The usual fields are composed in one order, and those left out do not appear")
    func composed() {
        let all = PushPayload(
            title: "T",
            subtitle: "S",
            body: "B",
            badge: -3,
            sound: "default",
            category: "C",
            threadID: "t"
        )
        #expect(
            text(all)
                == #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":-3,"sound":"default","category":"C","thread-id":"t"}}"#
        )
        #expect(text(PushPayload()) == #"{"aps":{}}"#)
        #expect(text(PushPayload(badge: 0)) == #"{"aps":{"badge":0}}"#)
        #expect(text(PushPayload(title: "")) == #"{"aps":{"alert":{"title":""}}}"#)
    }

    @Test(
        "Composed text is escaped and comes back as it was",
        arguments: ["\"\\/\u{8}\n\0", "&amp; &lt;3 \"quotes\" \\ /", "é e\u{301} 😀", "\u{2028}"]
    )
    func escaped(_ text: String) throws {
        let payload = PushPayload(
            title: text,
            subtitle: text,
            body: text,
            sound: text,
            category: text,
            threadID: text
        )
        let again = try PushPayload(json: payload.json)
        #expect(again == payload)
        for found in [again.title, again.subtitle, again.body] {
            #expect(found?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        }
    }

    @Test("A payload that was read keeps its spelling and loses white space alone")
    func read() throws {
        let payload = try payload("\r\n{ \"b\" : 1.0e2 ,\t\"aps\":{ \"alert\" : \"\\u0041 \\/\" } }")
        #expect(text(payload) == #"{"b":1.0e2,"aps":{"alert":"\u0041 \/"}}"#)
        #expect(payload.body == "A /")
    }

    @Test("What is not JSON is refused, and nothing of it repeated")
    func malformed() {
        let error = #expect(throws: PayloadError.self) {
            try payload(#"{"secret":"hunter2","secret":1}"#)
        }
        #expect(error?.code == .malformed)
        #expect(
            error?.description
                == "payload is not JSON as APNs and this format take it: a name appears twice in one object, at byte 21"
        )
    }

    @Test(
        "A payload shows something if its alert has a text or the key of one",
        arguments: [
            (#"{"aps":{"alert":"x"}}"#, true), (#"{"aps":{"alert":{"title":"x"}}}"#, true),
            (#"{"aps":{"alert":{"subtitle":"x"}}}"#, true), (#"{"aps":{"alert":{"body":"x"}}}"#, true),
            (#"{"aps":{"alert":{"loc-key":"x"}}}"#, true),
            (#"{"aps":{"alert":{"title-loc-key":"x"}}}"#, true),
            (#"{"aps":{"alert":{"subtitle-loc-key":"x"}}}"#, true), (#"{}"#, false),
            (#"{"aps":{}}"#, false),
            (#"{"aps":{"alert":""}}"#, false), (#"{"aps":{"alert":{}}}"#, false),
            (#"{"aps":{"alert":{"body":""}}}"#, false),
            (#"{"aps":{"alert":{"body":5}}}"#, false), (#"{"aps":{"alert":{"loc-args":["x"]}}}"#, false),
            (#"{"aps":{"badge":1,"sound":"default"}}"#, false), (#"{"alert":"x"}"#, false),
            (#"{"aps":{"alert":{"Body":"x"}}}"#, false), (#"{"aps":null}"#, false),
        ]
    )
    func visible(_ json: String, _ isVisible: Bool) throws {
        #expect(try payload(json).hasVisibleText == isVisible)
    }

    @Test("A member is added behind the others, escaped")
    func adding() throws {
        let payload = try payload(#"{"aps":{"alert":"x"},"n":1.0}"#).adding("a\"b", "c\\d")
        #expect(text(payload) == #"{"aps":{"alert":"x"},"n":1.0,"a\"b":"c\\d"}"#)
        #expect(try text(self.payload("{}").adding("a", "")) == #"{"a":""}"#)
    }

    @Test(
        "A name that is taken or kept is not added",
        arguments: [
            ("{}", "aps"), (#"{"aps":{}}"#, "aps"), ("{}", "sealedpush"), (#"{"a":1}"#, "a"),
            (#"{"\u0061":1}"#, "a"),
        ]
    )
    func taken(_ json: String, _ name: String) {
        let error = #expect(throws: PayloadError.self) { try payload(json).adding(name, "v") }
        #expect(error?.code == .name)
        #expect(error?.description == "payload member '\(name)' is taken")
    }

    @Test("Two spellings of one letter are two names")
    func canonicalNames() throws {
        #expect(try payload("{\"\u{e9}\":1}").adding("e\u{301}", "x").json.count > 12)
    }

    @Test("The 1,025th member is refused")
    func manyMembers() throws {
        let members = (0..<1023).map { "\"\($0)\":0" }.joined(separator: ",")
        let full = try payload("{\(members)}").adding("a", "")
        let error = #expect(throws: PayloadError.self) { try full.adding("b", "") }
        #expect(error?.code == .malformed)
    }

    @Test("One member is taken out, the rest stays as it was")
    func removing() throws {
        let payload = try payload(#"{"a":1,"b":{"a":2},"c":3.0}"#)
        #expect(text(payload.removing("a")) == #"{"b":{"a":2},"c":3.0}"#)
        #expect(text(payload.removing("b")) == #"{"a":1,"c":3.0}"#)
        #expect(text(payload.removing("x")) == text(payload))
        #expect(try text(self.payload(#"{"\u0061":1}"#).removing("a")) == "{}")
    }

    @Test("Two payloads are equal if their texts are")
    func equality() throws {
        #expect(try payload(#"{ "a" : 1 }"#) == payload(#"{"a":1}"#))
        #expect(try payload(#"{"a":1}"#) != payload(#"{"a":1.0}"#))
        #expect(try Set([payload(#"{"a":1}"#), payload(#"{"a":1}"#), payload("{}")]).count == 2)
    }
}

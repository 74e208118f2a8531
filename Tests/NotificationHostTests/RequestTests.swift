// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("What an extension in a child process is given")
struct RequestTests {
    /// The `userInfo` that an extension sees, through the request and back in its answer.
    private func userInfo(_ members: String) throws -> [AnyHashable: Any] {
        // Memory is not the matter here: unoptimised, tens of thousands of values take more than an extension has.
        let shown = Fixture.host("answer", memory: 1 << 30).deliver(
            Fixture.push(#"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},\#(members)}"#)
        )
        #expect(shown.origin == .extension)
        return try #require(shown.content).userInfo
    }

    @Test("every kind of JSON value arrives as it was")
    func values() throws {
        let members = #"""
            "text":"ä😀\u0000","empty":"","true":true,"false":false,"null":null,"zero":0,"minus":-7,"double":0.1,
            "large":9223372036854775807,"largest":18446744073709551615,"least":-9223372036854775808,
            "array":[1,"a",[],{}],"object":{"a":{"b":[null,true,2.5]}},"":"no name"
            """#
        let info = try userInfo(members)
        let text = #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},\#(members)}"#
        let sent = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(NSDictionary(dictionary: info) == NSDictionary(dictionary: sent))
        #expect(info["true"] as? Bool == true)
        #expect(info["largest"] as? UInt64 == .max)
        #expect(info["least"] as? Int64 == .min)
        #expect(info["text"] as? String == "ä😀\0")
        #expect(info["null"] is NSNull)
    }

    @Test(
        "the largest payload that is read at all arrives, whatever it is made of",
        arguments: ["1,", #""","#, "[],", "{},", "null,", #"{"a":0},"#]
    )
    func large(element: String) throws {
        let count = 65_000 / element.utf8.count
        let array = String(repeating: element, count: count).dropLast()
        let info = try userInfo(#""v":[\#(array)]"#)
        #expect((info["v"] as? [Any])?.count == count)
    }

    @Test("one long text arrives")
    func longText() throws {
        let text = String(repeating: "ä", count: 32_000)
        #expect(try userInfo(#""v":"\#(text)""#)["v"] as? String == text)
    }

    @Test("an extension that reads nothing is given up when its time is over, however long the request is")
    func deaf() {
        let array = String(repeating: "1,", count: 30_000) + "1"
        let push = Fixture.push(#"{"aps":{"alert":"original","mutable-content":1},"v":[\#(array)]}"#)
        let shown = Fixture.host("deaf", budget: .milliseconds(300), grace: .milliseconds(100)).deliver(push)
        #expect(shown.origin == .originalAfterFailure(.timedOut))
        #expect(shown.content?.body == "original")
    }
}

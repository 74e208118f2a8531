// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCLI

/// Payloads that `seal` refuses, and those it takes with a word of warning.
struct SealPayloadTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func seal(_ payload: some Sequence<UInt8>, _ options: [String] = []) throws -> CommandResult {
        try CommandResult(
            ["seal", "--to", keys.phonePublic, "--from", keys.door] + options,
            input: [UInt8](payload)
        )
    }

    private func seal(_ payload: String) throws -> CommandResult { try seal(payload.utf8) }

    @Test(
        "What is not JSON by the strict rules is refused with what is wrong and where, and none of it is repeated",
        arguments: [
            (" \n", "the text is empty"),
            ("hunter2", "not a JSON object, at byte 1"),
            (#"["hunter2"]"#, "not a JSON object"), (#""hunter2""#, "not a JSON object"),
            ("\u{feff}{\"aps\":{\"alert\":\"hunter2\"}}", "the text begins with a byte order mark"),
            (#"{"aps":{"alert":"hunter2"}"#, "cut short"), (#"{"aps":{"alert":"hunter2"}} {}"#, "more text follows"),
            (#"{"aps":{"alert":"hunter2",}}"#, "a member's name in double quotes is missing, at byte 27"),
            (#"{'aps':{}}"#, "a member's name in double quotes is missing, at byte 2"),
            (#"{"aps":{"alert":"hunter2"},"n":NaN}"#, "no value begins like this"),
            (#"{"aps":{"alert":"hunter2"},"n":01}"#, "a comma or a closing bracket is missing"),
            (#"{"aps":{"alert":"hunter2"},"hunter2":1,"hunter2":2}"#, "a name appears twice in one object, at byte 40"),
            (#"{"aps":{"alert":"hunter2"},"n":1,"\u006e":2}"#, "a name appears twice"),
            (#"{"aps":{"alert":"hunter2\ud800"}}"#, "a surrogate escape stands alone"),
            ("{\"aps\":{\"alert\":\"hunter2\u{1}\"}}", "a control character stands unescaped"),
            ("{\"aps\":{\"alert\":\"hunter2\"}} // hunter2", "more text follows"),
            (#"{"aps":{"alert":"hunter2"},"n":\#(String(repeating: "[", count: 10_000))"#, "more than 32 brackets"),
            (
                #"{"aps":{"alert":"hunter2"},"n":[\#(String(repeating: "1,", count: 1_100))1]}"#,
                "more than 1024 members"
            ),
        ]
    )
    func malformed(_ payload: String, _ problem: String) throws {
        let result = try seal(payload)
        expectRefusal(result, 65, says: "payload is not JSON as APNs and this format take it: ", problem)
        #expect(!result.error.contains("hunter2"))
    }

    @Test("An empty payload is told what to do, with the place it came from")
    func empty() throws {
        expectRefusal(
            try seal(""),
            65,
            says: "standard input: empty; name a file, pipe one in, or use --title and --body"
        )
    }

    @Test("A payload that is sealed already is sealed once more with a warning")
    func sealedAlready() throws {
        let result = try seal(#"{"aps":{"alert":"x"},"encrypted-content":"AQ"}"#)
        #expect(result.code == 0)
        #expect(result.error.contains("the payload is sealed already"))
    }

    @Test("Text in another encoding is refused: UTF-16, as some shells write it, and Latin-1")
    func encoding() throws {
        let payload = #"{"aps":{"alert":"é"}}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .isoLatin1] {
            let bytes = try #require(payload.data(using: encoding))
            expectRefusal(try seal(bytes), 65)
        }
        expectRefusal(try seal(try #require(payload.data(using: .isoLatin1))), 65, says: "the text is not UTF-8")
    }

    @Test(
        "A field of another type than Apple's is refused with its name",
        arguments: [
            (#"{"aps":{"alert":"x","thread-id":5}}"#, "aps.thread-id is a number, expected a string"),
            (#"{"aps":{"alert":"x","badge":"3"}}"#, "aps.badge is a string, expected a number"),
            (#"{"aps":{"alert":7}}"#, "aps.alert is a number, expected a string or an object"),
            (#"{"aps":{"alert":{"title":true}}}"#, "aps.alert.title is true or false, expected a string"),
            (
                #"{"aps":{"alert":{"loc-key":"K","loc-args":[1]}}}"#,
                "aps.alert.loc-args is an array, expected an array of strings"
            ),
            (#"{"aps":{"alert":"x","category":null}}"#, "aps.category is null, expected a string"),
            (#"{"aps":[]}"#, "aps is an array, expected an object"),
            (#"{"aps":{"alert":"x","sound":1}}"#, "aps.sound is a number, expected a string or an object"),
        ]
    )
    func wrongType(_ payload: String, _ problem: String) throws {
        expectRefusal(try seal(payload), 65, says: problem)
    }

    @Test(
        "A push that shows nothing is refused: the system would not run the extension",
        arguments: [
            "{}", #"{"aps":{}}"#, #"{"aps":{"content-available":1}}"#, #"{"aps":{"badge":0,"sound":"default"}}"#,
            #"{"aps":{"alert":""}}"#, #"{"aps":{"alert":{}}}"#, #"{"aps":{"alert":{"title":""}}}"#, #"{"alert":"x"}"#,
        ]
    )
    func silent(_ payload: String) throws {
        expectRefusal(try seal(payload), 65, says: "the system would not run the extension that opens it")
    }

    @Test("The member kept for the format is refused")
    func reserved() throws {
        expectRefusal(
            try seal(#"{"aps":{"alert":"x"},"sealedpush":{}}"#),
            65,
            says: "the payload has a member 'sealedpush', which is kept for the format: rename it"
        )
    }

    private static let outside = [
        "apns-collapse-id", "apns-expiration", "apns-priority", "apns-topic", "apns-push-type",
    ]

    @Test(
        "What acts only outside the seal is sealed with a warning",
        arguments: outside + ["priority", "delete", "ttl"]
    )
    func warned(_ name: String) throws {
        let result = try seal(#"{"aps":{"alert":"x"},"\#(name)":"hunter2"}"#)
        #expect(result.code == 0)
        expectOneLine(result.error)
        #expect(result.error.hasPrefix("sealedpush: note: '\(name)' is sealed with the rest"))
        #expect(!result.error.contains("hunter2"))
        #expect(!result.text.contains(name))
    }

    @Test("content-available beside an alert is sealed with a warning")
    func contentAvailable() throws {
        let result = try seal(#"{"aps":{"alert":"x","content-available":1}}"#)
        #expect(result.code == 0)
        #expect(result.error.contains("note: 'aps.content-available' is sealed with the rest: it acts only outside"))
    }

    @Test("The help lists what acts only outside", arguments: outside + ["content-available"])
    func inHelp(_ name: String) {
        #expect(SealCommand.help.contains(name))
    }

    @Test(
        "mutable-content outside is the number 1, whatever the payload says",
        arguments: [
            "", #","mutable-content":0"#, #","mutable-content":false"#, #","mutable-content":"1""#,
            #","mutable-content":1.0"#,
        ]
    )
    func mutableContent(_ member: String) throws {
        let result = try seal(#"{"aps":{"alert":"x"\#(member)}}"#)
        #expect(result.code == 0)
        #expect(
            result.text.hasPrefix(
                #"{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":""#
            )
        )
    }

    @Test("Nothing of the payload is seen outside the seal, not even where it is the placeholder's own text")
    func onlyInside() throws {
        let result = try seal(
            #"{"aps":{"alert":{"title":"zebra","body":"New notification"},"thread-id":"yak"},"gnu":1}"#
        )
        for word in ["zebra", "yak", "gnu", "thread-id"] { #expect(!result.text.contains(word)) }
        #expect(result.text.components(separatedBy: "New notification").count == 2)
    }

    @Test("Sealing twice gives two messages: other ids, other bytes")
    func fresh() throws {
        let pushes = try [0, 1].map { _ in try keys.sealed() }
        #expect(pushes[0] != pushes[1])
        let ids = try pushes.map { try #require(try keys.opened($0, ["--json"]).json?["id"] as? String) }
        #expect(ids[0] != ids[1])
    }
}

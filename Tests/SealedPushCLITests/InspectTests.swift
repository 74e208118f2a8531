// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `inspect`: what anyone can see of a payload, a key file or a card, and what is wrong with it.
struct InspectTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func inspect(_ text: some Sequence<UInt8>, _ options: [String] = []) throws -> CommandResult {
        try CommandResult(["inspect"] + options, input: [UInt8](text))
    }

    private func inspect(_ text: String) throws -> CommandResult { try inspect(text.utf8) }

    /// The text of `encrypted-content` in a sealed push.
    private func content(of push: [UInt8]) throws -> String {
        try #require(JSON.object(String(decoding: push, as: UTF8.self))?["encrypted-content"] as? String)
    }

    @Test("A sealed payload shows version, mode, key id, sizes, bytes left and the provider's text")
    func sealed() throws {
        let push = try keys.sealed()
        let id = try keyID("device", of: keys.phone)
        let result = try inspect(push)
        #expect(result.code == 0)
        #expect(result.error == "")
        #expect(
            result.lines == [
                "sealed, version 1, to a device key", "key id:      \(id)",
                "envelope:    314 bytes, 256 of them sealed content with its padding",
                "payload:     \(push.count) bytes of 4096, \(4096 - push.count) left", "placeholder: New notification",
            ]
        )
        let object = try #require(try inspect(push, ["--json"]).json)
        #expect(object["kind"] as? String == "sealed")
        #expect(object["version"] as? Int == 1)
        #expect(object["mode"] as? String == "device")
        #expect(object["key"] as? String == id)
        #expect(object["envelopeBytes"] as? Int == 314)
        #expect(object["bytesLeft"] as? Int == 4096 - push.count)
        #expect(object["problems"] as? [String] == [])
    }

    /// The id that `inspect` prints for a key of a file.
    private func keyID(_ kind: String, of path: String) throws -> String {
        let object = try #require(try CommandResult(["inspect", "--json", path]).json)
        let found = (object["keys"] as? [[String: Any]])?.first { ($0["kind"] as? String)?.hasPrefix(kind) == true }
        return try #require(found?["id"] as? String)
    }

    @Test("The key id of any key file and of any payload is printed by this one command, in one short form")
    func keyIDs() throws {
        let ids = try ["device": keys.phone, "signer": keys.door, "shared": keys.group].mapValues { path in
            let result = try CommandResult(["inspect", path])
            #expect(result.code == 0)
            return result.text
        }
        let group = try keyID("shared", of: keys.group)
        for (kind, text) in ids {
            let found = text.matches(of: /key id ([0-9a-f]{16})/).map { String($0.output.1) }
            #expect(found.count == (kind == "shared" ? 1 : 2))
        }
        // Secret and public half have one id, the same as what is sealed to it.
        for (kind, secret, open) in [("device", keys.phone, keys.phonePublic), ("signer", keys.door, keys.doorPublic)] {
            #expect(try keyID(kind, of: secret) == keyID(kind, of: open))
        }
        let push = try CommandResult(["seal", "--to", keys.group, "--anonymous", "--body", "x"]).output
        #expect(try inspect(push).text.contains("key id:      \(group)\n"))
        #expect(try inspect(content(of: push)).text.contains("key id:   \(group)\n"))
    }

    @Test("Verify numbers are twelve groups of five digits, the same for both halves")
    func verifyNumbers() throws {
        for (secret, open) in [(keys.phone, keys.phonePublic), (keys.door, keys.doorPublic)] {
            let numbers = try [secret, open].map { path in
                try CommandResult(["inspect", path]).text.matches(of: /([0-9]{5} ){11}[0-9]{5}/).map {
                    String($0.output.0)
                }
            }
            #expect(numbers[0].count == 2)
            #expect(numbers[0] == numbers[1])
        }
    }

    @Test("Nothing secret is printed of a key file", arguments: [[], ["--json"]])
    func noSecrets(_ options: [String]) throws {
        for path in [keys.phone, keys.door, keys.group] {
            let text = try CommandResult(["inspect"] + options + [path]).text
            for line in try keys.text(of: path).split(separator: "\n") where line.contains("-secret:") {
                let secret = try #require(line.split(separator: ":").last)
                #expect(!text.contains(secret))
            }
        }
    }

    @Test(
        "What is wrong with a payload is said in words, with exit code 1",
        arguments: [
            ("", "malformed: payload is not JSON as this format allows it: the text is empty"),
            ("{}", "notSealed: no encrypted-content in it"),
            (#"{"aps":{"alert":"hello"}}"#, "notSealed: no encrypted-content in it"),
            ("[]", "malformed: "),
            (#"{"encrypted-content":5}"#, "malformed: encrypted-content is a number, expected a string"),
            (#"{"encrypted-content":null}"#, "malformed: encrypted-content is null, expected a string"),
            (#"{"encrypted-content":["AQ"]}"#, "malformed: encrypted-content is an array, expected a string"),
            (#"{"encrypted-content":{}}"#, "malformed: encrypted-content is an object, expected a string"),
            (#"{"encrypted-content":""}"#, "malformed: encrypted-content is empty"),
            (#"{"encrypted-content":"AQ","encrypted-content":"AQ"}"#, "a name appears twice in one object"),
            (#"{"encrypted-content":"AQ"}"#, "malformed: envelope of one byte, cut after its version"),
            (#"{"encrypted-content":"AgE"}"#, "unsupportedVersion: envelope of version 2, this program reads 1"),
            (#"{"encrypted-content":"AQM"}"#, "unsupportedVersion: envelope of mode 3, this program reads 1 and 2"),
            (#"{"encrypted-content":"AQEA"}"#, "malformed: envelope of 3 bytes, the shortest for a device key has 59"),
            (#"{"encrypted-content":"AQE="}"#, "ends in '=' padding"),
            (#"{"encrypted-content":"AQ==junk"}"#, "has '=' padding with more text after it"),
            (#"{"encrypted-content":"A+E"}"#, "standard base64 alphabet"),
            (#"{"encrypted-content":"AQ\nE"}"#, "has a line break at character 3"),
            (#"{"encrypted-content":"AQ E"}"#, "has white space at character 3"),
            (#"{"encrypted-content":"AQF"}"#, "has a last character with bits set that belong to no byte"),
            (#"{"encrypted-content":"AQEAA"}"#, "a length no base64url has"),
            ("AQEA", "malformed: envelope of 3 bytes"),
        ]
    )
    func wrong(_ text: String, _ problem: String) throws {
        for end in ["", "\n", "\r\n"] {
            let result = try inspect(text + end)
            #expect(result.code == 1)
            #expect(result.text.contains("wrong: \(problem)") || result.text.contains(problem), "\(result.text)")
            expectOneLine(result.error)
            #expect(result.error.contains(problem), "\(result.error)")
            let object = try #require(try inspect((text + end).utf8, ["--json"]).json)
            #expect((object["problems"] as? [String])?.isEmpty == false)
        }
    }

    @Test("Line breaks put into a sealed text are named, not ignored", arguments: [64, 76])
    func lineBreaks(_ width: Int) throws {
        let text = try content(of: keys.sealed())
        var broken = ""
        for (index, character) in text.enumerated() {
            if index > 0, index.isMultiple(of: width) { broken += #"\n"# }
            broken.append(character)
        }
        let push = #"{"aps":{"alert":"New","mutable-content":1},"encrypted-content":"\#(broken)"}"#
        #expect(try inspect(push).error.contains("has a line break at character \(width + 1)"))
        let opened = try keys.opened([UInt8](push.utf8), ["--json"])
        #expect(try OpenedLine(opened, payload: OpenedLine.placeholder).reason == "malformed")
    }

    @Test("A text that was encoded twice is called that")
    func encodedTwice() throws {
        let twice = Encoding.base64url([UInt8](try content(of: keys.sealed()).utf8))
        #expect(try inspect(#"{"encrypted-content":"\#(twice)"}"#).error.contains("it looks encoded twice"))
        #expect(try inspect(twice).error.contains("it looks encoded twice"))
    }

    @Test("What would keep the system from running the extension is said")
    func notRun() throws {
        let text = try content(of: keys.sealed())
        for (aps, problem) in [
            (#"{"alert":"New"}"#, "mutable-content is not 1"),
            (#"{"alert":"New","mutable-content":"1"}"#, "mutable-content is not 1"),
            (#"{"alert":"New","mutable-content":true}"#, "mutable-content is not 1"),
            (#"{"mutable-content":1}"#, "no alert text outside"),
            (#"{"alert":"","mutable-content":1}"#, "no alert text outside"),
        ] {
            let result = try inspect(#"{"aps":\#(aps),"encrypted-content":"\#(text)"}"#)
            #expect(result.code == 1)
            #expect(result.text.contains("wrong: \(problem)"), "\(result.text)")
        }
    }

    @Test("A payload over APNs' limit is told by how much")
    func overLimit() throws {
        let long = #"{"aps":{"alert":"\#(String(repeating: "x", count: 3_500))"}}"#
        let push = try keys.sealed(long, ["--limit", "6000"])
        let result = try inspect(push)
        #expect(result.code == 1)
        #expect(result.text.contains("bytes of 4096, \(push.count - 4_096) too many\n"))
        #expect(result.error.contains("\(push.count) bytes, \(push.count - 4_096) more than APNs takes"))
    }
}

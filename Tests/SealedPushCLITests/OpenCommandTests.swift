// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `open`: whom it believes, what it does with what does not open, and when.
struct OpenCommandTests {
    private static let now: UInt64 = 1_780_000_000_000
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// The reason, or `opened`.
    private func open(_ push: [UInt8], _ options: [String], key: String? = nil) throws -> String {
        let result = try CommandResult(["open", "--json", "--key", key ?? keys.phone] + options, input: push)
        let object = try #require(result.json)
        let status = try #require(object["status"] as? String)
        #expect(result.code == (status == "opened" ? 0 : 1))
        return object["reason"] as? String ?? status
    }

    @Test("A signature is required as soon as a signer is trusted, unless said otherwise")
    func policy() throws {
        let signed = try keys.sealed()
        let unsigned = try keys.sealed(anonymous: true)
        let stranger = try KeyFolder().doorText
        for (push, options, result) in [
            (unsigned, [], "opened"), (unsigned, ["--require-signed"], "untrustedSender"),
            (unsigned, ["--trust", keys.doorText], "untrustedSender"),
            (unsigned, ["--trust", keys.doorText, "--allow-anonymous"], "opened"),
            (signed, [], "untrustedSender"), (signed, ["--allow-anonymous"], "untrustedSender"),
            (signed, ["--trust", stranger], "untrustedSender"),
            (signed, ["--trust", stranger, "--allow-anonymous"], "untrustedSender"),
            (signed, ["--trust", stranger, "--trust", keys.doorPublic], "opened"),
            (signed, ["--trust", keys.doorText, "--require-signed"], "opened"),
        ] as [([UInt8], [String], String)] {
            #expect(try open(push, options) == result, "\(options)")
        }
    }

    @Test(
        "Of several keys the right one opens; with the wrong ones the reason is unknownKey, and the next step is named"
    )
    func severalKeys() throws {
        let push = try keys.sealed(anonymous: true)
        let other = try KeyFolder()
        #expect(try open(push, ["--key", keys.group, "--key", keys.phone], key: other.phone) == "opened")
        let result = try CommandResult(["open", "--key", other.phone, "--key", keys.group], input: push)
        #expect(result.code == 1)
        #expect(result.text == "New notification\n")
        expectOneLine(result.error)
        #expect(result.error.contains("not opened, unknownKey"))
        #expect(result.error.contains("'sealedpush inspect' shows which"))
    }

    @Test(
        "A push that is not sealed is replaced: neither its text nor a catchy alert is shown",
        arguments: [[], ["--json"]]
    )
    func notSealed(_ options: [String]) throws {
        let looksEncoded = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlq"
        for payload in [
            #"{"aps":{"alert":{"title":"You won","body":"catchy"}}}"#, #"{"aps":{"alert":"\#(looksEncoded)"}}"#,
            #"{"aps":{"alert":"catchy","mutable-content":1},"ciphertext":"AQE"}"#,
        ] {
            let result = try keys.opened([UInt8](payload.utf8), options)
            #expect(result.code == 1)
            for text in ["catchy", "You won", looksEncoded] { #expect(!result.text.contains(text)) }
            #expect(result.text.contains("New notification"))
            expectOneLine(result.error)
            #expect(result.error.contains("not opened, notSealed"))
        }
    }

    @Test("Without a store nothing is remembered, and that is said: a push opens twice")
    func remembersNothing() throws {
        let push = try keys.sealed()
        for options in [[], ["--no-remember"]] {
            let result = try keys.opened(push, ["--json"] + options)
            #expect(result.code == 0)
            #expect(result.json?["replayChecked"] as? Bool == false)
        }
    }

    @Test(
        "A push opens late, early within a day, and with a clock that is not set; not when it is long over",
        arguments: [
            (0, "opened"), (2_505_600, "opened"), (2_678_400, "opened"), (2_678_401, "stale"),
            (-600, "opened"), (-7_200, "opened"), (-86_400, "opened"), (-86_401, "stale"),
            (315_360_000, "stale"), (-315_360_000, "opened"), (-1_780_000_000, "opened"),
        ] as [(Int64, String)]
    )
    func time(_ secondsLater: Int64, _ expected: String) throws {
        let push = try keys.sealed(now: Self.now)
        let now = UInt64(Int64(Self.now) + secondsLater * 1000)
        #expect(try open(push, ["--trust", keys.doorText, "--now", String(now)]) == expected)
        let result = try keys.opened(push, ["--json"], now: now)
        #expect(result.json?["reason"] as? String ?? "opened" == expected)
        if expected == "opened" { #expect(result.json?["clockUnset"] as? Bool == (secondsLater < -100_000_000)) }
    }

    @Test("Where the clock is not set the text says that the age is unknown")
    func clockUnset() throws {
        #expect(try keys.opened(keys.sealed(now: Self.now), now: 0).text.contains("age:   unknown: the clock"))
    }

    @Test("Any single byte changed in the text never opens")
    func altered() throws {
        let push = try keys.sealed()
        let content = try #require(push.firstRange(of: #""encrypted-content":""#.utf8)).upperBound
        for position in stride(from: content, to: push.count - 2, by: Rounds.count(10) == 10 ? 1 : 10) {
            var altered = push
            altered[position] = altered[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(try open(altered, ["--trust", keys.doorText]) != "opened", "byte \(position)")
        }
    }

    @Test("A push that was cut short does not open, wherever it was cut", arguments: [0, 1, 20, 58, 120, 300])
    func cut(_ length: Int) throws {
        let object = try #require(JSON.object(String(decoding: keys.sealed(), as: UTF8.self)))
        let content = try #require(object["encrypted-content"] as? String)
        let cut = #"{"encrypted-content":"\#(content.prefix(length))"}"#
        let reason = try open([UInt8](cut.utf8), ["--trust", keys.doorText])
        #expect(["malformed", "cannotOpen"].contains(reason))
    }

    @Test("A payload with or without a line end at its end opens the same")
    func lineEnd() throws {
        let push = try keys.sealed()
        for end in ["", "\n", "\r\n", "  \n\n"] {
            #expect(try open(push + [UInt8](end.utf8), ["--trust", keys.doorText]) == "opened")
            let file = try keys.write("push.json", push + [UInt8](end.utf8))
            #expect(try CommandResult(["open", "--key", keys.phone, "--trust", keys.doorText, file]).code == 0)
        }
    }

    @Test("A key file without a key that opens is refused with what it holds")
    func wrongFile() throws {
        let push = try keys.sealed()
        for (file, holds) in [
            (keys.door, "identity-secret, signer-secret"), (keys.phonePublic, "device, identity"),
        ] {
            expectRefusal(
                try CommandResult(["open", "--key", file], input: push),
                65,
                says: "\(file): holds \(holds), expected a device-secret or shared-secret key"
            )
        }
        expectRefusal(
            try CommandResult(["open", "--key", keys.phone, "--trust", keys.door], input: push),
            65,
            says: "holds the signer's secret key; trust the public one: sealedpush key public"
        )
        expectRefusal(
            try CommandResult(["open", "--key", keys.phone, "--trust", keys.phoneText], input: push),
            65,
            says: "holds no signer key"
        )
    }
}

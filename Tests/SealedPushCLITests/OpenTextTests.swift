// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What `open`, `inspect` and errors show of texts from outside: exactly, and never as something a terminal obeys.
struct OpenTextTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func text(of payload: String) throws -> String {
        let result = try keys.opened(keys.sealed(payload, now: 1_780_000_000_000), now: 1_780_000_000_000)
        #expect(result.code == 0)
        #expect(result.error == "")
        expectPrintable(result.text)
        return result.text
    }

    @Test("The text of a push is shown with who sent it and when")
    func ordinary() throws {
        #expect(
            try text(of: #"{"aps":{"alert":{"title":"Door","subtitle":"Front","body":"opened\nand closed"}}}"#)
                == """
                title:    Door
                subtitle: Front
                body:     opened
                          and closed
                from:     \(keys.doorText)
                sent:     2026-05-28T20:26:40Z

                """
        )
        #expect(try text(of: #"{"aps":{"alert":"hello"}}"#).hasPrefix("body: hello\n"))
    }

    @Test("Entities, quotes and backslashes come out as they went in")
    func exact() throws {
        let text = try text(of: #"{"aps":{"alert":"&amp; &lt;3 \"quotes\" \\ \/ %s $(id) `id`"}}"#)
        #expect(text.hasPrefix(#"body: &amp; &lt;3 "quotes" \ / %s $(id) `id`"# + "\n"))
    }

    @Test(
        "Control, format and other unseen characters are spelled out",
        arguments: [
            (#"\u001b[2J\u001b]0;title\u0007"#, #"\u{1b}[2J\u{1b}]0;title\u{7}"#), (#"a\rb"#, #"a\u{d}b"#),
            (#"\u0000\u0008\u007f"#, #"\u{0}\u{8}\u{7f}"#), (#"\u009b31m"#, #"\u{9b}31m"#),
            (#"\u202egnp.exe"#, #"\u{202e}gnp.exe"#), (#"\u2066x\u2069"#, #"\u{2066}x\u{2069}"#),
            (#"\u200e\u200f\u061c"#, #"\u{200e}\u{200f}\u{61c}"#), (#"a\u2028b\u2029"#, #"a\u{2028}b\u{2029}"#),
            (#"\ufeff\u200b\u00ad"#, #"\u{feff}\u{200b}\u{ad}"#), (#"\ue000\uffff"#, #"\u{e000}\u{ffff}"#),
            (#"\t"#, #"\u{9}"#), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ]
    )
    func escaped(_ inner: String, _ shown: String) throws {
        for (payload, label) in [
            (#"{"aps":{"alert":{"title":"\#(inner)"}}}"#, "title: "), (#"{"aps":{"alert":"\#(inner)"}}"#, "body: "),
            (#"{"aps":{"alert":{"subtitle":"\#(inner)"}}}"#, "subtitle: "),
        ] { #expect(try text(of: payload).contains("\(label)\(shown)\n")) }
    }

    @Test("No body can pass for another field")
    func forged() throws {
        let text = try text(of: #"{"aps":{"alert":"hello\nfrom: somebody\nsent: never"}}"#)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("from: ") }.count == 1)
        #expect(text.contains("\n      from: somebody\n      sent: never\nfrom: sealedpush:signer:"))
    }

    @Test("An unsigned push is labelled: anonymous, or a member of the group")
    func unsigned() throws {
        let device = try CommandResult(["open", "--key", keys.phone], input: keys.sealed(anonymous: true))
        #expect(device.text.contains("\nfrom:  anonymous (not signed)\n"))
        let push = try CommandResult(["seal", "--to", keys.group, "--anonymous", "--body", "x"]).output
        let member = try CommandResult(["open", "--key", keys.group], input: push)
        #expect(member.text.contains("from: a member of the group with key "))
        let named = keys.path("named.key")
        try #require(try CommandResult(["key", "new", "shared", "Küche", "-o", named]).code == 0)
        let other = try CommandResult(["seal", "--to", named, "--anonymous", "--body", "x"]).output
        #expect(
            try CommandResult(["open", "--key", named], input: other).text.contains(
                "from: a member of Küche (not signed)\n"
            )
        )
    }

    @Test("A signer's file gives the name that is shown")
    func signerName() throws {
        let signed = try keys.sealed()
        let file = try keys.write("named.pub", "# name: Haustür 🚪\n\(keys.doorText)\n", mode: 0o644)
        let opened = try CommandResult(["open", "--key", keys.phone, "--trust", file], input: signed)
        #expect(opened.text.contains("from:  Haustür 🚪 (\(keys.doorText))\n"))
        let json = try CommandResult(["open", "--json", "--key", keys.phone, "--trust", file], input: signed)
        #expect((json.json?["signer"] as? [String: Any])?["name"] as? String == "Haustür 🚪")
    }

    @Test(
        "A name with control or bidirectional characters in a key file is no name",
        arguments: ["a\u{1b}[31mb", "a\u{202e}b"]
    )
    func hostileName(_ name: String) throws {
        let file = try keys.write("named.pub", "# name: \(name)\n\(keys.doorText)\n", mode: 0o644)
        let opened = try CommandResult(["open", "--key", keys.phone, "--trust", file], input: keys.sealed())
        expectPrintable(opened.text)
        #expect(opened.text.contains("from:  \(keys.doorText)\n"))
    }

    @Test("The provider's text is shown by inspect with the same care")
    func inspected() throws {
        let push = try CommandResult(
            ["seal", "--to", keys.phonePublic, "--anonymous", "--body", "x", "--placeholder", "a\u{1b}[2J\u{202e}b\nc"]
        ).output
        let result = try CommandResult(["inspect"], input: push)
        #expect(result.code == 0)
        expectPrintable(result.text)
        #expect(result.lines.last == #"placeholder: a\u{1b}[2J\u{202e}b\u{a}c"#)
        #expect(
            try CommandResult(["inspect", "--json"], input: push).json?["placeholder"] as? String
                == "a\u{1b}[2J\u{202e}b\nc"
        )
    }

    @Test("Names of files and fields in errors are shown with the same care")
    func errors() throws {
        let hostile = "no\u{1b}[2J\u{202e}\nthing"
        let spelled = #"no\u{1b}[2J\u{202e}\u{a}thing"#
        for arguments in [
            ["inspect", "./\(hostile)"], ["seal", "--to", hostile, "--anonymous", "--body", "x"],
            ["open", "--key", hostile], ["key", "new", "device", "-o", "/nowhere/\(hostile)"],
            ["seal", "--to", keys.phonePublic, "--anonymous", "--body", "x", "--ttl", hostile], [hostile],
            ["inspect", "--\(hostile)"], ["key", "new", "device", hostile, "-o", "x"], ["key", "show", hostile],
            ["key", "delete", hostile], ["key", "rotate", hostile], ["key", "new", "device", hostile],
            ["key", "trust", keys.doorPublic, "--name", hostile],
        ] {
            let result = try CommandResult(["--store", keys.path("store.db")] + arguments)
            expectOneLine(result.error)
            #expect(result.error.contains(spelled), "\(result.error)")
        }
        let long = #"{"aps":{"alert":"x"},"\u001b[2J\u202e":"\#(String(repeating: "y", count: 5_000))"}"#
        let result = try CommandResult(["seal", "--to", keys.phonePublic, "--anonymous"], input: [UInt8](long.utf8))
        expectRefusal(result, 65, says: #"\u{1b}[2J\u{202e} takes most"#)
    }
}

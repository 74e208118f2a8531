// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Key files as people and editors leave them, and what is in them by mistake.
struct KeyFileTextTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// Every command that reads keys, on a file with this text; each expects another KIND.
    private func refusals(_ text: String) throws -> [CommandResult] {
        let file = try keys.write("given.key", text)
        return try Place.ofKeys.map { try CommandResult($0.arguments(file, keys)) }
    }

    @Test(
        "Line ends, a byte order mark, comments, blank lines and space at the end do not matter",
        arguments: [
            "KEY", "KEY\n", "KEY\r\n", "KEY\r\n\r\n", "\u{feff}KEY\n", "\u{feff}KEY\r\n", "# a comment\nKEY\n# more\n",
            "\n\n\nKEY\n\n", "KEY  \t\n", "\u{feff}# created: now\r\n\r\nKEY \r\n",
        ]
    )
    func accepted(_ form: String) throws {
        func file(_ name: String, _ key: String) throws -> String {
            try keys.write(name, form.replacingOccurrences(of: "KEY", with: key))
        }
        let phone = try file("a.key", keys.line("device-secret", in: keys.phone))
        let door = try file("b.key", keys.line("signer-secret", in: keys.door))
        let phonePublic = try file("c.pub", keys.phoneText)
        let doorPublic = try file("d.pub", keys.doorText)
        let sealed = try CommandResult(["seal", "--to", phonePublic, "--from", door, "--body", "x"])
        #expect(sealed.code == 0, "\(sealed.error)")
        let opened = try CommandResult(["open", "--key", phone, "--trust", doorPublic], input: sealed.output)
        #expect(opened.code == 0, "\(opened.error)")
        for (path, text) in [(phone, keys.phoneText), (door, keys.doorText), (phonePublic, keys.phoneText)] {
            for result in try [
                CommandResult(["key", "public", path]), CommandResult(["key", "public"], input: keys.bytes(of: path)),
            ] {
                #expect(result.code == 0)
                #expect(result.text == "\(text)\n")
            }
            #expect(try CommandResult(["inspect", path]).code == 0)
        }
    }

    @Test(
        "What is no key text is called by its name, with the line it stands on",
        arguments: [
            (String(repeating: "0a", count: 32), "this is 64 hex digits"),
            (String(repeating: "0A", count: 32), "this is 64 hex digits"),
            ("wrjwHTeLDiMk-zjoiiT50wdV7YnfxgKXmX6Xa6dkHj4", "this is 43 characters of base64"),
            ("wrjwHTeLDiMk+zjoiiT50wdV7YnfxgKXmX6Xa6dkHj4=", "this is 44 characters of base64"),
            ("correct horse battery staple", "this is not key text"),
            ("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA", "this is a PEM file"),
            ("age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "this is a key of age"),
            ("sealedpush:card:AAAA", "this is a card"),
            ("sealedpush:wrapped:AAAA", "open it with 'sealedpush key import'"),
            ("sealedpush:phone:AAAA", "names no kind of key there is"),
            ("SealedPush:Device:AAAA", "in the wrong letter case"),
            ("{\"aps\":{}}", "this is JSON"),
            ("a\u{1b}[2Jb", "this is not text"),
            ("untrusted comment: minisign public key", "this is not key text"),
        ]
    )
    func named(_ text: String, _ name: String) throws {
        for lead in ["", "# a comment\n\n"] {
            for result in try refusals(lead + text + "\n") {
                expectRefusal(result, 65, says: "line \(lead.isEmpty ? 1 : 3): ", name, "expected sealedpush:KIND:…")
            }
        }
    }

    @Test("A key that was cut, grew or has a typo is refused with what was seen, and none of it is repeated")
    func damaged() throws {
        let secret = try keys.line("device-secret", in: keys.phone)
        let middle = secret.index(secret.startIndex, offsetBy: 30)
        let swapped = secret[middle] == "A" ? "B" : "A"
        for (text, says) in [
            (String(secret.dropLast()), "has 47 characters after the last colon, expected 48: it was cut short"),
            (secret + "A", "has 49 characters after the last colon, expected 48: something was added"),
            (String(secret.dropLast()) + "=", "ends in '=' padding"),
            (secret.replacingCharacters(in: middle...middle, with: swapped), "has a typo: its checksum does not match"),
            (secret.replacingCharacters(in: middle...middle, with: "+"), "standard base64 alphabet"),
            (secret.replacingCharacters(in: middle...middle, with: "é"), "has 49 characters"),
            (secret.replacingOccurrences(of: "device-", with: "signer-"), "has a typo: its checksum does not match"),
            (secret.prefix(40) + "\n" + secret.dropFirst(40), "it was cut short"),
        ] as [(String, String)] {
            for result in try refusals(text) {
                expectRefusal(result, 65, says: "line 1: sealedpush:", says)
                #expect(!result.error.contains(secret.suffix(20).prefix(8)))
            }
        }
    }

    @Test("Bytes that are no letters at all are no base64url", arguments: ["\u{430}", "\u{e9}", "\u{80}"])
    func notASCII(_ letter: String) throws {
        // Two bytes in place of two letters, so that the length is right.
        let text = keys.phoneText
        let middle = text.index(text.startIndex, offsetBy: 30)
        let changed = text.replacingCharacters(in: middle...text.index(after: middle), with: letter)
        for result in try refusals(changed) {
            expectRefusal(result, 65, says: "has a character that is not base64url, at character ")
        }
    }

    @Test("A key of another KIND is refused with what is there and what helps")
    func wrongKind() throws {
        let push = try keys.write("push.json", keys.sealed())
        for (arguments, says) in [
            (
                ["seal", "--to", keys.phone, "--anonymous", "--body", "x"],
                "seal to the public one: sealedpush key public"
            ),
            (["seal", "--to", keys.door, "--anonymous", "--body", "x"], "holds no device key and no shared key"),
            (["seal", "--to", keys.doorText, "--anonymous", "--body", "x"], "expected sealedpush:device:"),
            (
                ["seal", "--to", keys.phoneText, "--from", keys.doorPublic, "--body", "x"],
                "signing takes the secret one"
            ),
            (["seal", "--to", keys.phoneText, "--from", keys.phone, "--body", "x"], "holds no signer-secret key"),
            (["open", "--key", keys.phone, "--trust", keys.phonePublic, push], "holds no signer key"),
            (["open", "--key", keys.phonePublic, push], "expected a device-secret or shared-secret key"),
            (["key", "public", keys.group], "a shared key has no public half: hand over the key file itself"),
        ] {
            expectRefusal(try CommandResult(arguments), 65, says: says)
        }
    }

    @Test("Public keys that nothing can be sealed to or signed with are refused when read")
    func unusable() throws {
        for vector in Vector.all("keys") where vector.members["expect"] as? String == "unusableKey" {
            let text = try #require(vector.members["text"] as? String)
            for result in try [
                CommandResult(["seal", "--to", text, "--anonymous", "--body", "x"]),
                CommandResult(["open", "--key", keys.phone, "--trust", text], input: keys.sealed()),
                CommandResult(["key", "public"], input: [UInt8](text.utf8)),
            ] { expectRefusal(result, 65) }
        }
    }

    @Test("A file with two keys of the kind wanted is refused, and not guessed at")
    func twoKeys() throws {
        let other = try KeyFolder()
        let both = try keys.write("both.key", keys.bytes(of: keys.door) + keys.bytes(of: other.door))
        let result = try CommandResult(["seal", "--to", keys.phoneText, "--from", both, "--body", "x"])
        expectRefusal(result, 65, says: "holds 2 such keys; one file, one signer")
        let phones = try keys.write("phones.pub", keys.bytes(of: keys.phonePublic) + keys.bytes(of: other.phonePublic))
        expectRefusal(
            try CommandResult(["seal", "--to", phones, "--anonymous", "--body", "x"]),
            65,
            says: "one recipient"
        )
    }
}

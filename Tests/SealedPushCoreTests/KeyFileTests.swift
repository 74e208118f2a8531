// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// The text of a key file: one key a line, in the manner of `age`.
struct KeyFileTests {
    private static func lines() throws -> (device: String, identity: String) {
        let keys = try Sample.keyOfEachKind()
        return (keys[1].text, keys[5].text)
    }

    @Test(
        "Comments, blank lines, CRLF, a byte order mark and trailing white space do not matter",
        arguments: [
            "IDENTITY\nDEVICE\n", "IDENTITY\nDEVICE", "IDENTITY\r\nDEVICE\r\n",
            "\u{feff}IDENTITY\nDEVICE\n",
            "\u{feff}# comment\r\nIDENTITY  \t\r\n\r\n   \r\nDEVICE\t \r\n\r\n",
            "#\n\n\n#x\nIDENTITY\n#\nDEVICE\n#",
            "# é 漢 \u{202e}\nIDENTITY\nDEVICE",
        ]
    )
    func spelling(_ pattern: String) throws {
        let lines = try Self.lines()
        let text = pattern.replacing("IDENTITY", with: lines.identity).replacing(
            "DEVICE",
            with: lines.device
        )
        let file = try KeyFile(Sample.secret(text))
        #expect(file.keys.map(\.text) == [lines.identity, lines.device])
    }

    @Test("Several keys, of every KIND, stand in one file and keep their order")
    func several() throws {
        let keys = try Sample.keyOfEachKind(1) + Sample.keyOfEachKind(2)
        let file = try KeyFile(Sample.secret(keys.map(\.text).joined(separator: "\n")))
        #expect(file.keys.map(\.text) == keys.map(\.text))
        #expect(file.name == nil)
    }

    @Test(
        "A fault is told with the number of its line",
        arguments: [
            ("DEVICE\n# two\n\nsealedpush:device:cut\n", "line 4: sealedpush:device:… has 3 characters"),
            ("DEVICE\r\nrubbish here\r\n", "line 2: this is not key text, expected sealedpush:KIND:…"),
            (" # indented\n", "line 1: this is not key text"),
            (" DEVICE\n", "line 1: this is not key text"),
            ("DEVICE DEVICE\n", "line 1: sealedpush:device-secret:… has"),
            ("DEVICE # my key\n", "line 1: sealedpush:device-secret:… has 57 characters"),
        ]
    )
    func faults(_ pattern: String, _ message: String) throws {
        let text = pattern.replacing("DEVICE", with: try Self.lines().device)
        let error = #expect(throws: KeyError.self) { try KeyFile(Sample.secret(text)) }
        #expect(error?.code == .malformed)
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test(
        "A file without a key is refused",
        arguments: ["", "\n\n", "# created: today\n", "\u{feff}"]
    )
    func empty(_ text: String) throws {
        let error = #expect(throws: KeyError.self) { try KeyFile(Sample.secret(text)) }
        #expect(error?.code == .malformed)
        #expect(error?.description == "no key in it")
    }

    @Test("What is composed reads back, with its comments: created, name, public key")
    func compose() throws {
        let keys = try Sample.keyOfEachKind()
        let text = try KeyFile.compose(
            [keys[5], keys[1]],
            name: "My phone",
            created: Timestamp(milliseconds: 1_780_000_000_000)
        )
        #expect(
            text.withCopy { String(decoding: $0, as: UTF8.self) } == """
                # created: 2026-05-28T20:26:40Z
                # name: My phone
                # public key: \(keys[4].text)
                # public key: \(keys[0].text)
                \(keys[5].text)
                \(keys[1].text)

                """
        )
        let file = try KeyFile(text)
        #expect(file.keys.map(\.text) == [keys[5].text, keys[1].text])
        #expect(file.name == "My phone")
    }

    @Test("A shared key has no public key to put in a comment")
    func composeShared() throws {
        let key = try #require(try Sample.keyOfEachKind().last)
        let text = try KeyFile.compose([key], name: nil, created: Timestamp(milliseconds: 0))
        #expect(
            text.withCopy { String(decoding: $0, as: UTF8.self) }
                == "# created: 1970-01-01T00:00:00Z\n\(key.text)\n"
        )
    }

    @Test("A name with line breaks or control characters cannot put a line into a file")
    func hostileName() throws {
        let keys = try Sample.keyOfEachKind()
        let text = try KeyFile.compose(
            [keys[1]],
            name: "a\n\(keys[3].text)\n\u{1b}[2J\u{202e}",
            created: Timestamp(milliseconds: 0)
        )
        let file = try KeyFile(text)
        #expect(file.keys.map(\.text) == [keys[1].text])
        #expect(text.withCopy { $0.split(separator: UInt8(ascii: "\n")).count } == 4)
        #expect(text.withCopy { !$0.contains(0x1b) })
    }

    @Test(
        "A name in a comment counts only where it could stand in a card",
        arguments: [
            ("# name: My phone", "My phone"), ("# name: My phone   ", "My phone"), ("#name: x", nil),
            ("# name:", nil),
            ("# name: \u{202e}x", nil), ("# Name: x", nil), ("# name: é", "é"),
        ] as [(String, String?)]
    )
    func names(_ comment: String, _ name: String?) throws {
        let text = "\(comment)\n\(try Self.lines().device)\n"
        #expect(try KeyFile(Sample.secret(text)).name == name)
    }

    @Test("The first good name counts")
    func firstName() throws {
        let text = "# name:  \n# name: one\n# name: two\n\(try Self.lines().device)\n"
        #expect(try KeyFile(Sample.secret(text)).name == "one")
    }
}

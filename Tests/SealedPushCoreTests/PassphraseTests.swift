// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// The bytes of a passphrase: as given, less one line end.
struct PassphraseTests {
    @Test(
        "One final LF or CRLF goes, and nothing else does",
        arguments: [
            ("x", "x"), ("x\n", "x"), ("x\r\n", "x"), ("x\n\n", "x\n"), ("x\r\n\r\n", "x\r\n"),
            ("x\r", "x\r"),
            ("x\n\r", "x\n\r"), ("x\r\r\n", "x\r"), (" x ", " x "), ("x \n", "x "), ("\tx", "\tx"),
            ("\r", "\r"),
            ("e\u{301}", "e\u{301}"), ("\u{e9}", "\u{e9}"), ("\u{feff}x", "\u{feff}x"),
            ("a\0b\n", "a\0b"),
        ]
    )
    func lineEnd(_ given: String, _ kept: String) throws {
        #expect(try Sample.passphrase(given).bytes.withCopy { $0 } == [UInt8](kept.utf8))
    }

    @Test("Nothing, or a line end alone, is no passphrase", arguments: ["", "\n", "\r\n"])
    func empty(_ given: String) throws {
        let error = #expect(throws: KeyError.self) { try Sample.passphrase(given) }
        #expect(error?.code == .malformed)
        #expect(error?.description == "the passphrase is empty")
    }

    @Test("1,024 bytes are the most, the line end not counted")
    func length() throws {
        let longest = String(repeating: "x", count: 1024)
        #expect(try Sample.passphrase(longest).bytes.count == 1024)
        #expect(try Sample.passphrase(longest + "\r\n").bytes.count == 1024)
        let error = #expect(throws: KeyError.self) { try Sample.passphrase(longest + "x") }
        #expect(error?.code == .malformed)
        #expect(error?.description == "the passphrase is longer than 1024 bytes")
        expectKeyError(.malformed) { try Sample.passphrase(longest + "\n\n") }
    }
}

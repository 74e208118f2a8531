// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Exports under a passphrase; at the lowest cost, so that the tests are quick.
struct KeyExportTests {
    private static let cheap = KeyExport.Cost(operations: 1, kibibytes: 8192)

    private func wrap(_ text: String, under passphrase: String = "correct horse") throws -> String {
        try KeyExport.wrap(Sample.secret(text), under: Sample.passphrase(passphrase), cost: Self.cheap)
    }

    private func unwrap(_ line: String, under passphrase: String = "correct horse") throws -> String {
        try KeyExport.unwrap(line.utf8, under: Sample.passphrase(passphrase))
            .withCopy { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "What was wrapped comes back, whatever its length",
        arguments: [0, 1, 511, 512, 513, 1023, 48_000]
    )
    func roundTrip(_ length: Int) throws {
        let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(32 + $0 % 90))) })
        let line = try wrap(text)
        #expect(line.hasPrefix("sealedpush:wrapped:"))
        #expect(!line.contains("\n"))
        #expect(try unwrap(line) == text)
    }

    @Test("A whole key file comes back, keys and comments")
    func keyFile() throws {
        let keys = try Sample.keyOfEachKind()
        let text = try KeyFile.compose(keys, name: "all", created: Timestamp(milliseconds: 0))
        let passphrase = try Sample.passphrase("p")
        let line = try KeyExport.wrap(text, under: passphrase, cost: Self.cheap)
        let again = try KeyExport.unwrap(line.utf8, under: passphrase)
        #expect(again == text)
        #expect(try KeyFile(again).keys.map(\.text) == keys.map(\.text))
    }

    @Test("The standard cost, 3 passes over 64 MiB, is written into the export")
    func standardCost() throws {
        let passphrase = try Sample.passphrase("p")
        let line = try KeyExport.wrap(Sample.secret("x"), under: passphrase)
        let bytes = try KeyExport.check(line.utf8)
        #expect(bytes.prefix(10) == [1, 2, 0, 0, 0, 3, 0, 1, 0, 0])
        #expect(try KeyExport.unwrap(line.utf8, under: passphrase) == Sample.secret("x"))
    }

    @Test("Two exports of one key under one passphrase share nothing")
    func fresh() throws {
        let (one, two) = (try wrap("same"), try wrap("same"))
        let prefix = KeyExport.prefix.count
        let left = try #require(Encoding.base64url(String(one.dropFirst(prefix))))
        let right = try #require(Encoding.base64url(String(two.dropFirst(prefix))))
        #expect(left[10..<26] != right[10..<26], "salt")
        #expect(left[26..<50] != right[26..<50], "nonce")
        #expect(left[50...] != right[50...])
    }

    @Test("The length of an export tells the number of keys to some 512 bytes only")
    func length() throws {
        #expect(try wrap("").count == wrap(String(repeating: "x", count: 511)).count)
        #expect(try wrap(String(repeating: "x", count: 512)).count > wrap("").count)
    }

    @Test(
        "Another passphrase is refused, without a word of what is inside",
        arguments: ["correct hors", "Correct horse", " correct horse", "correct horse\n\n"]
    )
    func wrongPassphrase(_ passphrase: String) throws {
        let line = try wrap("sealedpush:device-secret:secret")
        let error = #expect(throws: KeyError.self) { try unwrap(line, under: passphrase) }
        #expect(error?.code == .wrongPassphrase)
        #expect(error?.description == "wrong passphrase, or the export was altered")
    }

    @Test("A line end after a passphrase does not change it", arguments: ["\n", "\r\n"])
    func lineEnd(_ end: String) throws {
        #expect(try unwrap(wrap("x", under: "p" + end), under: "p") == "x")
        #expect(try unwrap(wrap("x", under: "p"), under: "p" + end) == "x")
    }

    @Test("Any changed byte after the cost is refused as a wrong passphrase")
    func altered() throws {
        let line = try wrap("sealedpush:device-secret:secret")
        let bytes = try KeyExport.check(line.utf8)
        for index in stride(from: 10, to: bytes.count, by: 7) {
            var altered = bytes
            altered[index] ^= 0x40
            let text = KeyExport.prefix + Encoding.base64url(altered)
            expectKeyError(.wrongPassphrase) { try unwrap(text) }
        }
    }

    @Test(
        "An error says what is wrong with an export",
        arguments: [
            ("", "this is empty, expected sealedpush:wrapped:…"),
            ("sealedpush:card:AAAA", "this is a card, expected sealedpush:wrapped:…"),
            ("sealedpush:wrapped:", "sealedpush:wrapped:… was cut short"),
            (
                "sealedpush:wrapped:AQ==",
                "sealedpush:wrapped:… ends in '=' padding, which base64url here never has"
            ),
            ("sealedpush:wrapped:Ag", "export of version 2, this program reads 1"),
            (
                "sealedpush:wrapped:\(String(repeating: "A", count: 65_536))",
                "an export of more than 65536 characters"
            ),
        ]
    )
    func errors(_ line: String, _ message: String) {
        let error = #expect(throws: KeyError.self) { try KeyExport.check(line.utf8) }
        #expect(error?.description == message)
    }

    @Test(
        "A cost out of range is refused before any work",
        arguments: [(0, 8192), (17, 8192), (1, 8191), (1, 1_048_577), (UInt32.max, UInt32.max)]
            as [(UInt32, UInt32)]
    )
    func cost(_ operations: UInt32, _ kibibytes: UInt32) throws {
        var bytes = try KeyExport.check(wrap("x").utf8)
        bytes.replaceSubrange(2..<10, with: operations.bigEndianBytes + kibibytes.bigEndianBytes)
        let line = KeyExport.prefix + Encoding.base64url(bytes)
        expectKeyError(.unsupported) { try unwrap(line) }
    }

    @Test("More keys than one line holds are refused")
    func tooMany() throws {
        let error = #expect(throws: KeyError.self) { try wrap(String(repeating: "x", count: 49_200)) }
        #expect(error?.code == .malformed)
        #expect(error?.description == "too many keys for one export")
    }
}

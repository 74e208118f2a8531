// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// base64url, one spelling only.
struct Base64URLTests {
    /// Both decoders, the quick one and the one for secrets, which must agree.
    private func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let bytes = Base64URL.decode([UInt8](text))
        #expect(Base64URL.decodeSecret(text) == bytes)
        return bytes
    }

    @Test("Bytes of every length come back, and are spelled as Foundation spells them")
    func roundTrip() {
        let seed: UInt64 = 64
        var generator = SeededGenerator(seed: seed)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64URL.string(bytes)
            #expect(text == Encoding.base64url(bytes), "seed \(seed)")
            #expect(text.utf8.count == Base64URL.encodedLength(count))
            #expect(decode(text.utf8) == bytes)
        }
    }

    @Test("No two texts are one value: with other trailing bits a text is refused")
    func oneSpelling() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        // After one byte two characters stand, of which the last has four bits to spare; after two bytes two.
        #expect(alphabet.filter { decode("A\($0)".utf8) != nil } == "AQgw")
        #expect(alphabet.filter { decode("AA\($0)".utf8) != nil } == "AEIMQUYcgkosw048")
        #expect(alphabet.filter { decode("AAA\($0)".utf8) != nil } == alphabet)
    }

    @Test(
        "Each kind of fault is refused and named",
        arguments: [
            ("AQ==", "ends in '=' padding, which base64url here never has"),
            ("AQI=", "ends in '=' padding, which base64url here never has"),
            ("=", "ends in '=' padding, which base64url here never has"),
            ("AQ==junk", "has '=' padding with more text after it, at character 3"),
            ("AQ=I", "has '=' padding with more text after it, at character 3"),
            ("+AAA", "is in the standard base64 alphabet ('+' and '/'), not base64url ('-' and '_')"),
            ("AAA/", "is in the standard base64 alphabet ('+' and '/'), not base64url ('-' and '_')"),
            ("AAAA\n", "has a line break at character 5"),
            ("AA\r\nAA", "has a line break at character 3"),
            (" AAAA", "has white space at character 1"), ("AA\tAA", "has white space at character 3"),
            ("AA.A", "has a character that is not base64url, at character 3"),
            ("\u{0}AAA", "has a character that is not base64url, at character 1"),
            ("AAAé", "has a character that is not base64url, at character 4"),
            ("A", "has 1 characters, a length no base64url has: it was cut short"),
            ("AAAAA", "has 5 characters, a length no base64url has: it was cut short"),
            (
                "AB",
                "has a last character with bits set that belong to no byte: it was altered or cut short"
            ),
            (
                "AAB",
                "has a last character with bits set that belong to no byte: it was altered or cut short"
            ),
        ]
    )
    func problems(_ text: String, _ problem: String) {
        #expect(decode(text.utf8) == nil)
        #expect(Base64URL.problem(with: [UInt8](text.utf8)) == problem)
    }

    @Test("Random text is decoded if and only if encoding gives it back")
    func random() {
        let seed: UInt64 = 65
        var generator = SeededGenerator(seed: seed)
        let letters = [UInt8]("AQgwZz09-_+/= \n.".utf8)
        for round in 0..<Rounds.count(50_000) {
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }
            if let bytes = decode(text) {
                #expect(Base64URL.encode(bytes) == text, "seed \(seed), round \(round)")
                #expect(Base64URL.encodeSecret(bytes) == text, "seed \(seed), round \(round)")
            } else {
                #expect(!Base64URL.problem(with: text).isEmpty, "seed \(seed), round \(round)")
            }
        }
    }
}

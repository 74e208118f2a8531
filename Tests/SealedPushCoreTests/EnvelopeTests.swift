// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Taking an envelope apart without a key: the second step of a reader.
struct EnvelopeTests {
    private static let id: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private static func text(_ bytes: [UInt8]) -> String { Encoding.base64url(bytes) }

    private static func bytes(_ mode: UInt8, _ count: Int) -> [UInt8] {
        [1, mode] + id + [UInt8](repeating: 9, count: count - 10)
    }

    @Test("The shortest envelopes have 59 bytes for a device key and 51 for a shared key")
    func shortest() throws {
        let device = try Envelope(text: [UInt8](Self.text(Self.bytes(1, 59)).utf8))
        #expect(device.mode == .device)
        #expect(device.keyID == KeyID(0x0102_0304_0506_0708))
        #expect(device.innerLength == 1)
        #expect(device.header == Self.bytes(1, 10))
        #expect(device.nonce == [])
        #expect(device.sealed.count == 49)
        let shared = try Envelope(text: [UInt8](Self.text(Self.bytes(2, 51)).utf8))
        #expect(shared.mode == .shared)
        #expect(shared.innerLength == 1)
        #expect(shared.header == Self.bytes(2, 34))
        #expect(shared.nonce == [UInt8](repeating: 9, count: 24))
        #expect(shared.sealed.count == 17)
    }

    @Test(
        "What is malformed is told in words",
        arguments: [
            ("", "encrypted-content is empty"),
            ("AQ", "envelope of one byte, cut after its version"),
            (text(bytes(1, 58)), "envelope of 58 bytes, the shortest for a device key has 59"),
            (text(bytes(2, 50)), "envelope of 50 bytes, the shortest for a shared key has 51"),
            (text([1, 1]), "envelope of 2 bytes, the shortest for a device key has 59"),
            (
                text(bytes(1, 59)) + "=",
                "encrypted-content ends in '=' padding, which base64url here never has"
            ),
            (
                text(bytes(1, 59)) + "==junk",
                "encrypted-content has '=' padding with more text after it, at character 80"
            ),
            (text(bytes(1, 60)) + "\n", "encrypted-content has a line break at character 81"),
            ("not base64!", "encrypted-content has white space at character 4"),
            (
                String(repeating: "A", count: 16_385),
                "encrypted-content has 16385 characters, the most is 16384"
            ),
        ]
    )
    func malformed(_ text: String, _ problem: String) {
        let error = #expect(throws: EnvelopeError.self) { try Envelope(text: [UInt8](text.utf8)) }
        #expect(error?.code == .malformed)
        #expect(error?.problem == problem)
    }

    @Test(
        "Another version or mode is named, whatever follows",
        arguments: [
            (text([0]), "envelope of version 0, this program reads 1"),
            (text([2]), "envelope of version 2, this program reads 1"),
            (text([255, 1]), "envelope of version 255, this program reads 1"),
            (text([1, 0]), "envelope of mode 0, this program reads 1 and 2"),
            (text([1, 3]), "envelope of mode 3, this program reads 1 and 2"),
            (text([1, 255]), "envelope of mode 255, this program reads 1 and 2"),
            (
                text([UInt8](text(bytes(1, 59)).utf8)),
                "envelope of version 65 (it looks encoded twice), this program reads 1"
            ),
        ]
    )
    func unsupported(_ text: String, _ problem: String) {
        let error = #expect(throws: EnvelopeError.self) { try Envelope(text: [UInt8](text.utf8)) }
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.problem == problem)
    }

    @Test("16,384 characters are read")
    func longest() throws {
        let text = [UInt8](Self.text(Self.bytes(1, 12_288)).utf8)
        #expect(text.count == 16_384)
        #expect(try Envelope(text: text).innerLength == 12_230)
        #expect(
            try Envelope(text: [UInt8](Self.text(Self.bytes(2, 12_288)).utf8)).innerLength == 12_238
        )
    }

    @Test(
        "The member of an outer payload is found, or what is wrong with it told",
        arguments: [
            (#"{"encrypted-content":5}"#, "encrypted-content is a number, expected a string"),
            (#"{"encrypted-content":null}"#, "encrypted-content is null, expected a string"),
            (#"{"encrypted-content":[]}"#, "encrypted-content is an array, expected a string"),
            (#"{"encrypted-content":{}}"#, "encrypted-content is an object, expected a string"),
            (#"{"encrypted-content":true}"#, "encrypted-content is true or false, expected a string"),
            (
                #"{"encrypted-content":"","encrypted-content":""}"#,
                "payload is not JSON as this format allows it: a name appears twice in one object, at byte 25"
            ),
            (
                "[]",
                "payload is not JSON as this format allows it: the text is not a JSON object, at byte 1"
            ),
        ]
    )
    func field(_ json: String, _ problem: String) {
        let error = #expect(throws: EnvelopeError.self) {
            try Envelope.field(inOuterPayload: [UInt8](json.utf8))
        }
        #expect(error?.code == .malformed)
        #expect(error?.problem == problem)
    }

    @Test("An outer payload without the member has none, and 65,536 bytes are the most")
    func fieldAbsent() throws {
        #expect(try Envelope.field(inOuterPayload: [UInt8]("{}".utf8)) == nil)
        #expect(
            try Envelope.field(
                inOuterPayload: [UInt8](#"{"Encrypted-Content":"x","a":{"encrypted-content":"y"}}"#.utf8)
            )
                == nil
        )
        let largest = [UInt8]("{}".utf8) + [UInt8](repeating: 0x20, count: 65_534)
        #expect(try Envelope.field(inOuterPayload: largest) == nil)
        #expect(throws: EnvelopeError.self) { try Envelope.field(inOuterPayload: largest + [0x20]) }
    }
}

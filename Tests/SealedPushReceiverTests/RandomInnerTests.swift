// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// What someone who has the key may put inside a seal.
struct RandomInnerTests {
    private func opener() throws -> Opener { Sample.opener(try Sample.store(trusting: false)) }

    @Test(
        "An inner part of 0 to 100 zero bytes, or of padding alone, is refused with the one reason",
        arguments: EnvelopeMode.allCases
    )
    func short(_ mode: EnvelopeMode) throws {
        let push = try RawPush(mode)
        let opener = try opener()
        for count in 1...100 {
            #expect(opener.reason(try push.text(inner: [UInt8](repeating: 0, count: count))) == .cannotOpen)
            let padding = [0x80] + [UInt8](repeating: 0, count: count - 1)
            #expect(opener.reason(try push.text(inner: padding)) == .cannotOpen)
            for kind: UInt8 in [0, 1, 2] {
                // Both kinds of body, cut short: 28 bytes of message are the least, and 72 before them when signed.
                let body = [kind] + [UInt8](repeating: 7, count: count - 1) + [0x80]
                let reason = opener.reason(try push.text(inner: body))
                #expect(reason == .cannotOpen || (kind == 0 && count >= 29 && reason != nil))
            }
        }
        // Nothing at all inside is shorter than any envelope may be.
        #expect(opener.reason(try push.text(inner: [])) == .malformed)
    }

    @Test("Random inner parts never trap, and never open but as a JSON object")
    func random() throws {
        let seed: UInt64 = 77
        var generator = SeededGenerator(seed: seed)
        let push = try RawPush(.shared)
        let opener = try opener()
        for round in 0..<Rounds.count(20_000) {
            var inner = (0..<Int.random(in: 1...160, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            inner[0] = UInt8.random(in: 0...2, using: &generator)
            inner += [0x80] + [UInt8](repeating: 0, count: Int.random(in: 0...3, using: &generator))
            if opener.reason(try push.text(inner: inner)) == nil {
                Issue.record("seed \(seed), round \(round): opened")
            }
        }
    }

    @Test(
        "A payload that is no object by the strict rules is refused, and nobody is told why",
        arguments: ["", "[]", "{", "{}{}", #"{"a":1,"a":2}"#, "\u{feff}{}", #"{"sealedpush":1}"#, #"{"a":NaN}"#]
    )
    func payloads(_ json: String) throws {
        let push = try RawPush().changed { $0.payload = [UInt8](json.utf8) }
        let text = try push.text()
        let failure = #expect(throws: OpenFailure.self) {
            try Sample.opener(Sample.store()).open(encryptedContent: text)
        }
        #expect(failure?.reason == .cannotOpen)
        #expect(failure?.diagnosis == nil)
    }

    @Test("Nesting of a hundred thousand inside a seal is refused in bounded time")
    func bomb() throws {
        let push = try RawPush().changed {
            $0.payload = [UInt8](#"{"a":"#.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 12_000)
        }
        #expect(Sample.opener(try Sample.store()).reason(try push.text()) == .cannotOpen)
    }
}

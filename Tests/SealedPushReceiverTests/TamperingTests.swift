// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// What was changed on its way is never opened, and nothing that arrives makes a receiver trap.
struct TamperingTests {
    private func sealed(_ mode: EnvelopeMode) throws -> [UInt8] {
        var sealer = Sealer(signingWith: try Sample.signer())
        sealer.now = { Sample.now }
        let sealed = try sealer.seal(Sample.payload, to: Sample.recipient(mode))
        return try #require(Encoding.base64url(sealed.encryptedContent))
    }

    private func opener() throws -> Opener { Sample.opener(try Sample.store()) }

    @Test("A signed envelope with any one bit flipped is not opened", arguments: EnvelopeMode.allCases)
    func bits(_ mode: EnvelopeMode) throws {
        let envelope = try sealed(mode)
        let opener = try opener()
        #expect(opener.reason(Encoding.base64url(envelope)) == nil)
        var reasons = Set<String>()
        // In debug every tenth bit; ten and eight share a factor, so eleven.
        for bit in stride(from: 0, to: envelope.count * 8, by: Rounds.count(10) == 10 ? 1 : 11) {
            var flipped = envelope
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let reason = opener.reason(Encoding.base64url(flipped)) else {
                Issue.record("bit \(bit) flipped, and it opened")
                continue
            }
            reasons.insert(reason.rawValue)
        }
        #expect(reasons.isSubset(of: ["unsupportedVersion", "malformed", "unknownKey", "cannotOpen"]))
        #expect(reasons.contains("cannotOpen") && reasons.contains("unknownKey"))
    }

    @Test("A signed message with any one bit flipped inside the seal is not believed", arguments: EnvelopeMode.allCases)
    func innerBits(_ mode: EnvelopeMode) throws {
        let push = try RawPush(mode)
        let inner = push.body + [0x80]
        let opener = try opener()
        #expect(opener.reason(try push.text(inner: inner)) == nil)
        for bit in stride(from: 0, to: inner.count * 8, by: Rounds.count(10) == 10 ? 1 : 11) {
            var flipped = inner
            flipped[bit / 8] ^= 1 << (bit % 8)
            let reason = opener.reason(try push.text(inner: flipped))
            if reason != .cannotOpen, reason != .untrustedSender {
                Issue.record("bit \(bit): \(reason?.rawValue ?? "opened")")
            }
        }
    }

    @Test(
        "An envelope cut short anywhere is not opened, nor is one with bytes behind it",
        arguments: EnvelopeMode.allCases
    )
    func truncation(_ mode: EnvelopeMode) throws {
        let envelope = try sealed(mode)
        let opener = try opener()
        for length in 0..<envelope.count {
            let reason = opener.reason(Encoding.base64url([UInt8](envelope.prefix(length))))
            let expected: OpenFailure.Reason = length < mode.minimumLength ? .malformed : .cannotOpen
            if reason != expected { Issue.record("\(length) bytes: \(reason?.rawValue ?? "opened")") }
        }
        for tail in [[0], [0x80], [UInt8](repeating: 0, count: 16), envelope] as [[UInt8]] {
            #expect(opener.reason(Encoding.base64url(envelope + tail)) == .cannotOpen)
        }
    }

    @Test("The text cut short anywhere is not opened", arguments: EnvelopeMode.allCases)
    func textTruncation(_ mode: EnvelopeMode) throws {
        let text = Encoding.base64url(try sealed(mode))
        let opener = try opener()
        for length in 0..<text.count where opener.reason(String(text.prefix(length))) == nil {
            Issue.record("\(length) characters, and it opened")
        }
    }

    @Test("Key ids, nonces and sealed parts of two pushes cannot be exchanged")
    func exchanged() throws {
        let opener = try opener()
        let (one, two) = try (sealed(.shared), sealed(.shared))
        for parts in [2..<10, 10..<34, 34..<50, one.count - 16..<one.count] where one[parts] != two[parts] {
            var mixed = one
            mixed.replaceSubrange(parts, with: two[parts])
            #expect(opener.reason(Encoding.base64url(mixed)) == .cannotOpen)
        }
        // A device's push under the mode of a shared key, and the other way round.
        let device = try sealed(.device)
        #expect(opener.reason(Encoding.base64url([1, 2] + device.dropFirst(2))) == .unknownKey)
        #expect(opener.reason(Encoding.base64url([1, 1] + one.dropFirst(2))) == .unknownKey)
        // Its key id exchanged for that of the receiver's other key.
        let other = try Sample.shared().id.value.bigEndianBytes
        #expect(opener.reason(Encoding.base64url([1, 2] + other + device.dropFirst(10))) == .cannotOpen)
    }

    @Test("A good header over what another key sealed is refused with the one reason, not as bad text")
    func otherKey() throws {
        let opener = try opener()
        let device = try RawPush().changed { $0.recipient = Recipient(try Sample.device(9).publicKey) }
        let id = try Sample.device().id.value.bigEndianBytes
        #expect(opener.reason(Encoding.base64url([1, 1] + id + (try device.envelope().dropFirst(10)))) == .cannotOpen)
        let shared = try RawPush(.shared).changed { $0.recipient = Recipient(try Sample.shared(9)) }
        let sharedID = try Sample.shared().id.value.bigEndianBytes
        #expect(
            opener.reason(Encoding.base64url([1, 2] + sharedID + (try shared.envelope().dropFirst(10)))) == .cannotOpen
        )
    }

    @Test("Random bytes as an envelope never open and never trap")
    func randomEnvelopes() throws {
        let seed: UInt64 = 2026
        var generator = SeededGenerator(seed: seed)
        let opener = try opener()
        let ids = try [Sample.device().id.value.bigEndianBytes, Sample.shared().id.value.bigEndianBytes]
        for round in 0..<Rounds.count(100_000) {
            var bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            // Most get past the first looks: a version and mode there are, and often a key.
            if round % 4 > 0, bytes.count >= 10 {
                bytes[0] = 1
                bytes[1] = UInt8(1 + round % 2)
                if round % 4 > 1 { bytes.replaceSubrange(2..<10, with: ids[round % 2]) }
            }
            if opener.reason(Encoding.base64url(bytes)) == nil { Issue.record("seed \(seed), round \(round): opened") }
        }
    }

    @Test("Random bytes as the text of an envelope, or as an outer payload, never open and never trap")
    func randomText() throws {
        let seed: UInt64 = 2027
        var generator = SeededGenerator(seed: seed)
        let opener = try opener()
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u00", "encrypted-content", "\"encrypted-content\":", "\"AQE",
            "AQI",
            "null", "1e5", " ", "\n", "\u{0}", "é", "aps", "\"a\":", "_-",
        ].map { [UInt8]($0.utf8) }
        for round in 0..<Rounds.count(100_000) {
            var bytes: [UInt8] = round % 3 == 0 ? [] : [UInt8("{".utf8.first ?? 0)]
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                if Int.random(in: 0..<8, using: &generator) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                } else {
                    bytes += pieces.randomElement(using: &generator) ?? []
                }
            }
            if opener.reason(payload: bytes) == nil { Issue.record("seed \(seed), round \(round): opened") }
            if opener.reason(String(decoding: bytes, as: UTF8.self)) == nil {
                Issue.record("seed \(seed), round \(round): opened as text")
            }
        }
    }
}

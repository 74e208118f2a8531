// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Limits other than that of an alert push, and the one of the format itself.
struct LimitTests {
    /// The longest body that a sender takes, found by halving.
    private func longestBody(_ sealer: Sealer, _ recipient: Recipient, upTo most: Int) -> Int {
        var (fits, over) = (0, most)
        while over - fits > 1 {
            let middle = (fits + over) / 2
            let payload = PushPayload(body: String(repeating: "x", count: middle))
            if (try? sealer.seal(payload, to: recipient)) != nil { fits = middle } else { over = middle }
        }
        return fits
    }

    @Test(
        "A limit is kept to the byte, whatever it is",
        arguments: [1000, 3070, 4096, 5120, 9000],
        EnvelopeMode.allCases
    )
    func limit(_ limit: Int, _ mode: EnvelopeMode) throws {
        var sealer = try Sample.sealer(signed: true)
        sealer.limit = limit
        let recipient = try Sample.recipient(mode)
        let longest = longestBody(sealer, recipient, upTo: limit)
        let sealed = try sealer.seal(PushPayload(body: String(repeating: "x", count: longest)), to: recipient)
        // Three bytes become four characters, so one or two bytes may be left over.
        #expect((limit - 2...limit).contains(sealed.json.count))
        let error = #expect(throws: SealError.self) {
            try sealer.seal(PushPayload(body: String(repeating: "x", count: longest + 1)), to: recipient)
        }
        #expect(error?.size?.limit == limit)
        #expect((1...4).contains(error?.size?.overshoot ?? 0))
    }

    @Test("A VoIP push may have 5,120 bytes")
    func voip() throws {
        var sealer = try Sample.sealer()
        let payload = PushPayload(body: String(repeating: "x", count: 3400))
        #expect(throws: SealError.self) { try sealer.seal(payload, to: Sample.recipient(.device)) }
        sealer.limit = Limits.voipPayload
        let sealed = try sealer.seal(payload, to: Sample.recipient(.device))
        #expect((4097...5120).contains(sealed.json.count))
        #expect(try Sample.open(sealed).payload == payload)
    }

    @Test(
        "No sender makes more than 16,384 characters, whatever its limit",
        arguments: [(EnvelopeMode.device, 12_230), (.shared, 12_238)],
        [Sealer.Padding.bucket, .none]
    )
    func characters(_ longest: (mode: EnvelopeMode, inner: Int), _ padding: Sealer.Padding) throws {
        var sealer = try Sample.sealer(padding: padding)
        sealer.limit = Limits.outerPayload
        let recipient = try Sample.recipient(longest.mode)
        let overhead = 1 + 1 + 28 + PushPayload(body: "").json.count
        let payload = PushPayload(body: String(repeating: "x", count: longest.inner - overhead))
        let sealed = try sealer.seal(payload, to: recipient)
        #expect(try Sample.innerLength(sealed) == longest.inner)
        #expect(sealed.encryptedContent.utf8.count == 16_384)
        #expect(try Sample.open(sealed).payload == payload)
        let error = #expect(throws: SealError.self) {
            try sealer.seal(PushPayload(body: (payload.body ?? "") + "x"), to: recipient)
        }
        #expect(error?.code == .tooLarge)
        #expect((error?.size?.overshoot ?? 0) > 0)
    }

    @Test(
        "A limit beyond 65,536 bytes means 65,536, the most that a reader reads",
        arguments: [65_536, 1_000_000, .max]
    )
    func beyond(_ limit: Int) throws {
        var sealer = try Sample.sealer(padding: .none)
        sealer.limit = limit
        let payload = PushPayload(body: String(repeating: "x", count: 9000))
        sealer.placeholder = Placeholder("")
        sealer.placeholder.localizationKey = "x"
        let size = try sealer.seal(payload, to: Sample.recipient(.shared)).json.count
        sealer.placeholder.localizationKey = String(repeating: "x", count: 1 + 65_536 - size)
        #expect(try sealer.seal(payload, to: Sample.recipient(.shared)).json.count == 65_536)
        sealer.placeholder.localizationKey?.append("x")
        let error = #expect(throws: SealError.self) { try sealer.seal(payload, to: Sample.recipient(.shared)) }
        #expect(error?.size?.limit == 65_536)
        #expect(error?.size?.overshoot == 1)
    }

    @Test("A limit that nothing fits refuses everything and never traps", arguments: [0, 1, 100, -1, .min, .min + 100])
    func nothing(_ limit: Int) throws {
        for shortening in [Sealer.Shortening.never, .body] {
            var sealer = try Sample.sealer()
            sealer.limit = limit
            sealer.shortening = shortening
            let error = #expect(throws: SealError.self) { try sealer.prepare(PushPayload(body: "x")) }
            #expect(error?.code == .tooLarge)
            #expect((error?.size?.overshoot ?? 0) > 0)
        }
    }
}

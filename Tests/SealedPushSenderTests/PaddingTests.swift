// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// How the length of a payload is hidden.
struct PaddingTests {
    /// The rule of the format, said once more: the first bucket that holds the body and one byte, or else all there is.
    private func expected(_ least: Int, most: Int) -> Int {
        let bucket = [256, 512, 1024, 2048, 4096, 8192, 16_384].first { $0 >= least } ?? .max
        return bucket <= most ? bucket : most
    }

    @Test(
        "Inner parts have 256, 512, 1,024 or 2,048 bytes, then what the limit leaves room for",
        arguments: Way.all.filter { $0.padding == .bucket },
        [Limits.alertPayload, 3070, 1000]
    )
    func buckets(_ way: Way, _ limit: Int) throws {
        var sealer = try way.sealer()
        sealer.limit = limit
        var unpadded = sealer
        unpadded.padding = .none
        let recipient = try way.recipient()
        let empty = try unpadded.seal(PushPayload(title: "x"), to: recipient)
        let fixed = empty.json.count - empty.encryptedContent.utf8.count
        let most = (limit - fixed) * 3 / 4 - way.mode.overhead
        let smallest = try Sample.innerLength(empty)
        var seen = Set<Int>()
        for length in stride(from: 1, through: most - smallest + 1, by: 10 / Rounds.count(10)) {
            let payload = PushPayload(title: String(repeating: "x", count: length))
            let sealed = try sealer.seal(payload, to: recipient)
            let inner = try Sample.innerLength(sealed)
            if inner != expected(smallest - 1 + length, most: most) || sealed.json.count > limit {
                Issue.record("title of \(length) bytes: inner of \(inner), \(sealed.json.count) in all")
            }
            seen.insert(inner)
        }
        #expect(
            seen == Set([256, 512, 1024, 2048, most].filter { $0 <= most && $0 >= expected(smallest, most: most) })
        )
        // One byte more in the inner part would not fit.
        let over = fixed + (way.mode.overhead + most + 1) * 4 / 3
        #expect(over + (way.mode.overhead + most + 1) % 3 > limit)
    }

    @Test("Without padding the inner part is one byte longer than the body", arguments: Way.unpadded)
    func none(_ way: Way) throws {
        let sealer = try way.sealer()
        let payload = PushPayload(title: "Door", body: "open")
        let body = (way.signed ? 73 : 1) + 28 + payload.json.count
        #expect(try Sample.innerLength(sealer.seal(payload, to: way.recipient())) == body + 1)
    }

    @Test("Two bodies of one bucket give payloads of one length", arguments: EnvelopeMode.allCases)
    func hidden(_ mode: EnvelopeMode) throws {
        let sealer = try Sample.sealer(signed: true)
        let recipient = try Sample.recipient(mode)
        let short = try sealer.seal(PushPayload(body: "no"), to: recipient)
        let long = try sealer.seal(PushPayload(body: "yes, and much more than that"), to: recipient)
        #expect(short.json.count == long.json.count)
    }

    @Test(
        "Padding counts bytes, not characters",
        arguments: ["Příliš žluťoučký kůň úpěl ďábelské ódy", "推送通知的内容只有设备能读"]
    )
    func bytes(_ text: String) throws {
        let body = String(repeating: text, count: 200 / text.utf8.count + 1)
        let sealed = try Sample.sealer().seal(PushPayload(body: body), to: Sample.recipient(.device))
        #expect(try Sample.innerLength(sealed) == 512)
        #expect(try Sample.open(sealed).payload.body == body)
    }
}

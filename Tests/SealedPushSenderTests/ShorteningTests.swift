// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import Testing

/// Cutting a body so that the whole fits.
struct ShorteningTests {
    /// Pieces that a body is made of; each is one character or more.
    static let pieces = [
        "x", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦a", "🇪🇺🇺🇦", "👍🏽", "e\u{301}", "a\u{300}\u{301}\u{302}\u{327}", "مرحبا ", "שָׁלוֹם ", "漢字", "กำ", "नमस्ते",
        "\u{1112}\u{1161}\u{11ab}", "\r\n", "\"", "\\", "\u{1}", "é\n", "&amp; ",
        "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    ]

    private func sealer(_ way: Way) throws -> Sealer {
        var sealer = try way.sealer()
        sealer.shortening = .body
        return sealer
    }

    private func check(_ body: String, _ way: Way, make: (String) -> PushPayload) throws {
        let sealer = try sealer(way)
        let sealed = try sealer.seal(make(body), to: way.recipient())
        #expect(sealed.json.count <= 4096)
        let opened = try Sample.open(sealed).payload
        let text = try #require(opened.body)
        #expect(text.hasSuffix("…"))
        let characters = Array(body)
        let kept = Array(text.dropLast())
        #expect(kept.count < characters.count)
        #expect(zip(kept, characters).allSatisfy { $0.utf8.elementsEqual($1.utf8) }, "cut at a grapheme border")
        // Everything else is as it was.
        #expect(opened == make(String(kept) + "…"))
        #expect(sealed.shortened?.bodyBytes == body.utf8.count)
        #expect(sealed.shortened?.keptBytes == String(kept).utf8.count)
        // With one character more it would not fit.
        var strict = sealer
        strict.shortening = .never
        let longer = make(String(characters[...kept.count]) + "…")
        let error = #expect(throws: SealError.self) { try strict.seal(longer, to: way.recipient()) }
        #expect(error?.code == .tooLarge)
    }

    @Test("A body is cut at the last grapheme border that fits, ends in \"…\" and is reported", arguments: pieces)
    func graphemes(_ piece: String) throws {
        let body = String(repeating: piece, count: 5000 / piece.utf8.count)
        for way in Way.all where way.padding == .none || way.signed {
            try check(body, way) { PushPayload(title: "Minutes", body: $0, badge: 1, threadID: "t") }
        }
    }

    @Test("Wherever the cut falls, it falls between graphemes", arguments: 0..<30)
    func offsets(_ offset: Int) throws {
        let body = String(repeating: "a", count: offset) + String(repeating: "👨‍👩‍👧‍👦🇪🇺e\u{301}漢", count: 150)
        let way = Way(mode: .device, signed: false, padding: .none)
        try check(body, way) { PushPayload(title: "t", body: $0) }
    }

    @Test("An alert that is a plain string is cut as well")
    func plainString() throws {
        let way = Way(mode: .shared, signed: true, padding: .bucket)
        try check(String(repeating: "слово ", count: 700), way) { body in
            let alert = String(decoding: JSONString.quote(body), as: UTF8.self)
            return (try? Sample.payload(#"{"aps":{"alert":\#(alert)},"n":1.0}"#)) ?? PushPayload()
        }
    }

    @Test("A body that fits is not touched, and nothing is reported", arguments: Way.all)
    func fitting(_ way: Way) throws {
        let payload = PushPayload(title: "Door", body: String(repeating: "é", count: 1000))
        let sealed = try sealer(way).seal(payload, to: way.recipient())
        #expect(sealed.shortened == nil)
        #expect(try Sample.open(sealed).payload == payload)
    }

    @Test("A body that fits once its needless escapes are gone is respelled and not cut")
    func respelled() throws {
        let json = #"{"aps":{"alert":{"body":"\#(String(repeating: #"\u0078"#, count: 600))"}},"n":1.0}"#
        let sealed = try sealer(Way(mode: .device, signed: true, padding: .none))
            .seal(Sample.payload(json), to: Sample.recipient(.device))
        #expect(sealed.shortened == nil)
        let body = String(repeating: "x", count: 600)
        #expect(try Sample.open(sealed).payload == Sample.payload(#"{"aps":{"alert":{"body":"\#(body)"}},"n":1.0}"#))
    }

    @Test("A body may shrink to \"…\" alone")
    func markAlone() throws {
        var sealer = try sealer(Way(mode: .device, signed: false, padding: .none))
        let recipient = try Sample.recipient(.device)
        sealer.limit = try sealer.seal(PushPayload(title: "t", body: "…"), to: recipient).json.count
        let sealed = try sealer.seal(PushPayload(title: "t", body: "😀😀"), to: recipient)
        #expect(try Sample.open(sealed).payload == PushPayload(title: "t", body: "…"))
        #expect(sealed.shortened?.keptBytes == 0)
        sealer.limit -= 2
        #expect(throws: SealError.self) { try sealer.seal(PushPayload(title: "t", body: "😀😀"), to: recipient) }
    }

    @Test("Both modes are shortened as much as each needs")
    func modes() throws {
        let prepared = try sealer(Way(mode: .device, signed: false, padding: .none))
            .prepare(PushPayload(body: String(repeating: "x", count: 4000)))
        let device = try prepared.seal(to: Sample.recipient(.device))
        let shared = try prepared.seal(to: Sample.recipient(.shared))
        #expect(try #require(device.shortened).keptBytes + 8 == #require(shared.shortened).keptBytes)
    }
}

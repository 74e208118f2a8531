// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// What a provider sees of a sealed push.
struct OuterPayloadTests {
    /// The outer payload as text, with the envelope taken out.
    private func outer(_ json: String, _ placeholder: Placeholder = .standard) throws -> String {
        var sealer = try Sample.sealer()
        sealer.placeholder = placeholder
        let sealed = try sealer.seal(Sample.payload(json), to: Sample.recipient(.device))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(sealed.json)) }
        return sealed.text.replacing(sealed.encryptedContent, with: "…")
    }

    private static let plain =
        #"{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"…"}"#

    @Test(
        "Nothing of the inner payload shows outside: no sound, badge, category, thread or custom key",
        arguments: [
            #"{"aps":{"alert":"x"}}"#,
            #"{"aps":{"alert":{"title":"t","body":"b","loc-key":"K"},"badge":3,"sound":"default","category":"C","thread-id":"t","content-available":1,"interruption-level":"time-sensitive","relevance-score":0.8,"target-content-id":"w"},"url":"https://example.com"}"#,
            #"{"aps":{"alert":"x","sound":{"critical":1,"name":"a","volume":1.0}}}"#,
            #"{"encrypted-content":"AQE","aps":{"alert":"x"}}"#,
        ]
    )
    func nothingOutside(_ json: String) throws {
        #expect(try outer(json) == Self.plain)
    }

    @Test(
        "mutable-content is the number 1, whatever the inner payload says",
        arguments: ["0", "false", "true", #""1""#, "1.0", "null", "2"]
    )
    func mutableContent(_ value: String) throws {
        let json = #"{"aps":{"alert":"x","mutable-content":\#(value)}}"#
        #expect(try outer(json) == Self.plain)
        let sealed = try Sample.sealer().seal(Sample.payload(json), to: Sample.recipient(.device))
        #expect(try Sample.open(sealed).payload == Sample.payload(json))
    }

    @Test("The placeholder's text, key and sound are sent, escaped, and its sound only if it has one")
    func placeholder() throws {
        let json = #"{"aps":{"alert":"x","sound":"inner.caf"}}"#
        #expect(
            try outer(json, Placeholder("a \"b\"\n😀", localizationKey: "NEW", sound: "default"))
                == #"{"aps":{"alert":{"body":"a \"b\"\n😀","loc-key":"NEW"},"sound":"default","mutable-content":1},"encrypted-content":"…"}"#
        )
        #expect(
            try outer(json, Placeholder(nil, localizationKey: "NEW"))
                == #"{"aps":{"alert":{"loc-key":"NEW"},"mutable-content":1},"encrypted-content":"…"}"#
        )
    }

    @Test("The simulator's member moves outside as it is spelled, and is not inside", arguments: EnvelopeMode.allCases)
    func simulator(_ mode: EnvelopeMode) throws {
        let json = #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"x"},"n":1.0}"#
        let sealed = try Sample.sealer().seal(Sample.payload(json), to: Sample.recipient(mode))
        #expect(sealed.text.hasSuffix(#"","Simulator Target Bundle":"com.example.app"}"#))
        #expect(try Sample.open(sealed).payload == Sample.payload(#"{"aps":{"alert":"x"},"n":1.0}"#))
        #expect(
            try Sample.sealer().prepare(Sample.payload(json)).size(for: Sample.recipient(mode)) == sealed.json.count
        )
    }

    @Test("The envelope alone is the string in the payload")
    func encryptedContent() throws {
        let sealed = try Sample.sealer().seal(PushPayload(title: "t"), to: Sample.recipient(.device))
        let outer = try JSONSerialization.jsonObject(with: Data(sealed.json)) as? [String: Any]
        #expect(outer?["encrypted-content"] as? String == sealed.encryptedContent)
        #expect(Encoding.base64url(sealed.encryptedContent)?.first == 1)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import Testing

/// Every sealed push is a message of its own.
struct MessageTests {
    private let payload = PushPayload(title: "Door", body: "Front door opened")

    @Test("Two seals of one payload differ in their id and in every part of their bytes", arguments: Way.all)
    func fresh(_ way: Way) throws {
        let prepared = try way.sealer().prepare(payload)
        let sealed = try (0..<20).map { _ in try prepared.seal(to: way.recipient()) }
        #expect(Set(sealed.map(\.messageID)).count == 20)
        let envelopes = try sealed.map { try Envelope(text: [UInt8]($0.encryptedContent.utf8)) }
        #expect(Set(envelopes.map(\.bytes)).count == 20)
        // The ephemeral key of a device's seal, and the nonce of a shared key's.
        #expect(Set(envelopes.map { $0.mode == .device ? [UInt8]($0.sealed.prefix(32)) : $0.nonce }).count == 20)
        #expect(Set(envelopes.map { [UInt8]($0.sealed.suffix(16)) }).count == 20)
    }

    @Test("A prepared payload opens on each device it was sealed to, and on no other")
    func devices() throws {
        let prepared = try Sample.sealer(signed: true).prepare(payload)
        let devices = try (UInt8(10)..<15).map { try Sample.device($0) }
        let sealed = try devices.map { try prepared.seal(to: Recipient($0.publicKey)) }
        for (index, push) in sealed.enumerated() {
            for (other, device) in devices.enumerated() {
                if index == other {
                    let opened = try Sample.open(push, with: [OpeningKey(device)])
                    #expect(opened.payload == payload && opened.id == push.messageID)
                } else {
                    let error = #expect(throws: OpenFailure.self) {
                        try Sample.open(push, with: [OpeningKey(device)])
                    }
                    #expect(error?.reason == .unknownKey)
                }
            }
        }
    }

    @Test(
        "A push expires when its time to live is over, after 30 days at the latest",
        arguments: [(0, 2_592_000), (1, 1), (3600, 3600), (2_592_000, 2_592_000), (.max, 2_592_000)]
            as [(UInt32, UInt64)]
    )
    func expires(_ timeToLive: UInt32, _ life: UInt64) throws {
        let sealed = try Sample.sealer().seal(payload, to: Sample.recipient(.device), timeToLive: timeToLive)
        let end = Timestamp(milliseconds: Sample.now.milliseconds + life * 1000)
        #expect(sealed.expiresAt == end)
        let opened = try Sample.open(sealed)
        #expect(opened.sentAt == Sample.now && opened.expiresAt == end)
    }

    @Test(
        "A body of entities, quotes, slashes and control characters comes out exactly, escaped once",
        arguments: [
            #"&amp; &lt;3 "quotes" \ / \n"#, "\u{0}\u{1}\u{1f}\t\r\n\u{7f}\u{9b}", "\u{2028}\u{202e}\u{feff}",
            "%s %@ ${x}",
        ]
    )
    func exactBody(_ body: String) throws {
        let opened = try Sample.open(Sample.sealer().seal(PushPayload(body: body), to: Sample.recipient(.device)))
        #expect(opened.payload.body?.unicodeScalars.elementsEqual(body.unicodeScalars) == true)
    }

    @Test("An id that is given is the message's")
    func givenID() throws {
        let id = try #require(MessageID(uuid: "9a9a74b4-60df-e83c-5059-38b8f21166de"))
        let sealed = try Sample.sealer().seal(payload, to: Sample.recipient(.shared), id: id)
        #expect(sealed.messageID == id)
        #expect(try Sample.open(sealed).id == id)
    }

    @Test("A clock at the end of time is sealed as it is, and nothing overflows")
    func lastClock() throws {
        var sealer = try Sample.sealer()
        sealer.now = { Timestamp(milliseconds: .max) }
        let sealed = try sealer.seal(payload, to: Sample.recipient(.device))
        #expect(sealed.expiresAt == Timestamp(milliseconds: .max))
        let error = #expect(throws: OpenFailure.self) { try Sample.open(sealed) }
        #expect(error?.reason == .stale)
    }

    @Test("A signed push names its signer to the receiver, an unsigned one nobody", arguments: EnvelopeMode.allCases)
    func signer(_ mode: EnvelopeMode) throws {
        let signed = try Sample.open(Sample.sealer(signed: true).seal(payload, to: Sample.recipient(mode)))
        #expect(try signed.signer?.key == Sample.signer().publicKey)
        let unsigned = try Sample.open(Sample.sealer(signed: false).seal(payload, to: Sample.recipient(mode)))
        #expect(unsigned.signer == nil)
        #expect(unsigned.sender == (mode == .device ? .anonymous : .member(of: nil)))
    }
}

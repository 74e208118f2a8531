// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Cards, made and read back.
struct KeyCardTests {
    private let identity: Identity.Secret
    private let device: DeviceKey.Public
    private let signer: SigningKey.Public

    init() throws {
        identity = try Identity.Secret(bytes: Sample.seed(1))
        device = try DeviceKey.Secret(bytes: Sample.seed(2)).publicKey
        signer = try SigningKey.Secret(bytes: Sample.seed(3)).publicKey
    }

    private func card(
        _ subject: KeyCard.Subject? = nil,
        name: String = "My phone",
        serial: UInt64 = 7,
        created: UInt64 = 1_780_000_000,
        grace: UInt32? = nil,
        address: PushAddress? = nil
    ) throws -> KeyCard {
        try KeyCard(
            introducing: subject ?? .device(device),
            name: name,
            signedBy: identity,
            serial: serial,
            created: created,
            grace: grace,
            address: address
        )
    }

    @Test("A card says what it was made of, and reads back from its text")
    func roundTrip() throws {
        let address = PushAddress(
            apns: PushAddress.APNs(token: "00ff", topic: "com.example.app", environment: .production),
            mqtt: PushAddress.MQTT(url: "mqtts://broker.example:8883", topic: "push/phone")
        )
        for subject in [
            KeyCard.Subject.device(device), .signer(signer), .revokedDevice, .revokedSigner,
        ] {
            let card = try card(subject, grace: 5, address: address)
            #expect(card.text.hasPrefix("sealedpush:card:"))
            let again = try KeyCard(text: card.text)
            #expect(again == card)
            #expect(
                again.subject == subject && again.name == "My phone" && again.identity == identity.publicKey
            )
            #expect(again.serial == 7 && again.created == 1_780_000_000 && again.grace == 5)
            #expect(again.address == address)
            #expect(again.verifyNumber == identity.publicKey.verifyNumber)
            #expect(again.isRevocation == (subject == .revokedDevice || subject == .revokedSigner))
            #expect("\(again)" == card.text)
        }
    }

    @Test("A card's JSON is signed under the card's label and spelled as the format shows it")
    func json() throws {
        let text = try card(grace: 0).text
        let bytes = try #require(Encoding.base64url(String(text.dropFirst(KeyCard.prefix.count))))
        let json = [UInt8](bytes[64...])
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"v":1,"kind":"device","name":"My phone","identity":"\#(identity.publicKey)","key":"\#(device)","#
                + #""serial":7,"created":1780000000,"grace":0}"#
        )
        let signed = [UInt8]("SealedPush v1 card".utf8) + json
        #expect(Ed25519.verify(bytes[..<64], of: signed, by: identity.publicKey.bytes))
    }

    @Test("A card that says nothing of grace has 30 days, one without address none")
    func defaults() throws {
        let card = try card()
        #expect(card.grace == 2_592_000)
        #expect(card.address == nil)
    }

    @Test(
        "An argument out of range is refused",
        arguments: [
            (0, 1, 0, "serial"), (1 << 53, 1, 0, "serial"), (.max, 1, 0, "serial"),
            (1, 1 << 53, 0, "created"),
            (1, .max, 0, "created"), (1, 1, 2_592_001, "grace"), (1, 1, .max, "grace"),
        ] as [(UInt64, UInt64, UInt32, String)]
    )
    func ranges(_ serial: UInt64, _ created: UInt64, _ grace: UInt32, _ field: String) {
        let error = #expect(throws: KeyError.self) {
            try card(serial: serial, created: created, grace: grace)
        }
        #expect(error?.code == .malformed)
        #expect(
            error?.description.hasPrefix("card: \(field) is not a whole number") == true,
            "\(error?.description ?? "")"
        )
    }

    @Test("The ends of each range are taken")
    func limits() throws {
        let largest: UInt64 = (1 << 53) - 1
        let card = try card(serial: largest, created: largest, grace: 2_592_000)
        #expect(card.serial == largest && card.created == largest && card.grace == 2_592_000)
        #expect(try self.card(serial: 1, created: 0, grace: 0).created == 0)
    }

    @Test(
        "A name that could not be shown is refused",
        arguments: ["", " x", "x\u{202e}", "a\nb", String(repeating: "x", count: 65)]
    )
    func names(_ name: String) {
        let error = #expect(throws: KeyError.self) { try card(name: name) }
        #expect(error?.code == .malformed)
        #expect(error?.description == "card: name is not 1 to 64 visible characters")
    }

    @Test("Any changed character of a card is refused")
    func altered() throws {
        let text = try card().text
        let start = KeyCard.prefix.utf8.count
        for index in start..<text.utf8.count {
            var characters = Array(text)
            characters[index] = characters[index] == "A" ? "B" : "A"
            #expect(throws: KeyError.self) { try KeyCard(text: String(characters)) }
        }
    }

    @Test("Each signed bit of a card counts")
    func flipped() throws {
        let text = try card().text
        let bytes = try #require(Encoding.base64url(String(text.dropFirst(KeyCard.prefix.count))))
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: KeyError.self) {
                try KeyCard(text: KeyCard.prefix + Encoding.base64url(flipped))
            }
        }
    }

    @Test("A card too long for 4 KiB is not made")
    func tooLong() throws {
        let address = PushAddress(
            mqtt: PushAddress.MQTT(url: "mqtts://b", topic: String(repeating: "t", count: 4000))
        )
        let error = #expect(throws: KeyError.self) { try card(address: address) }
        #expect(error?.description == "card of more than 4096 bytes")
    }

    @Test(
        "What is given in place of a card is named",
        arguments: [
            ("", "this is empty, expected sealedpush:card:…"),
            ("hello there", "this is not key text, expected sealedpush:card:…"),
            ("sealedpush:card:AA", "card that was cut short"),
            (
                "sealedpush:card:AA==",
                "sealedpush:card:… ends in '=' padding, which base64url here never has"
            ),
        ]
    )
    func diagnosis(_ text: String, _ message: String) {
        let error = #expect(throws: KeyError.self) { try KeyCard(text: text) }
        #expect(error?.code == .malformed)
        #expect(error?.description == message)
    }
}

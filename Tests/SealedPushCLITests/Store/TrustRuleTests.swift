// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// The rules for cards, as `key trust` says them: serials, kinds, what is left of a contact.
struct TrustRuleTests {
    private let store: StoreFolder
    private let door: Stranger
    private let key: SigningKey.Public

    init() throws {
        store = try StoreFolder()
        door = try Stranger()
        key = try SigningKey.Secret().publicKey
    }

    private func signerCard(
        serial: UInt64,
        _ key: SigningKey.Public? = nil,
        name: String = "Door",
        grace: UInt32? = nil
    ) throws -> [UInt8] {
        try door.card(.signer(key ?? self.key), serial: serial, name: name, grace: grace)
    }

    private func trust(_ card: [UInt8], _ options: String...) throws -> CommandResult {
        try store.run(["key", "trust"] + options, input: card)
    }

    @discardableResult
    private func trustDoor(serial: UInt64 = 5) throws -> CommandResult {
        try store.done(["key", "trust", "--name", "door"], input: signerCard(serial: serial))
    }

    private var currentKey: String? {
        get throws { (try store.shown("door")["keys"] as? [[String: Any]])?.first?["public"] as? String }
    }

    // MARK: Serials

    @Test("The same card again: nothing new, exit code 0, under whatever name")
    func identical() throws {
        let number = try trustDoor().lines[2]
        for options in [[], ["--name", "door"], ["--name", "gate"], ["--name", "door", "--replace"]] {
            let result = try store.done(["key", "trust"] + options, input: signerCard(serial: 5))
            #expect(result.lines[0] == "nothing new: door is known by this already")
            #expect(result.lines[2] == number)
            #expect(result.error.contains("known as 'door' and keeps that name") == options.contains("gate"))
        }
        #expect(try store.listed() == ["door"])
    }

    @Test("A higher serial updates, under the local name", arguments: [6, 9_007_199_254_740_991] as [UInt64])
    func newer(_ serial: UInt64) throws {
        try trustDoor()
        let new = try SigningKey.Secret().publicKey
        let result = try trust(signerCard(serial: serial, new, name: "Front door"))
        #expect(result.code == 0)
        #expect(result.lines[0] == "updated door, a signer, by a newer card")
        #expect(try currentKey == new.description)
        #expect(try store.listed() == ["door"])
    }

    @Test("A lower serial is refused as old")
    func older() throws {
        try trustDoor()
        let result = try trust(signerCard(serial: 4, SigningKey.Secret().publicKey))
        expectRefusal(result, 1, says: "an old card: its serial is 4, a card with 5 was accepted before")
        #expect(try currentKey == key.description)
    }

    @Test("Another card with the same serial: copied or stolen")
    func copied() throws {
        try trustDoor()
        for card in [try signerCard(serial: 5, SigningKey.Secret().publicKey), try signerCard(serial: 5, name: "Gate")]
        {
            expectRefusal(try trust(card), 1, says: "two cards with one serial: this identity was copied or stolen")
        }
        #expect(try currentKey == key.description)
    }

    @Test("Without a grace in the card the key before stays good for 30 days, with 0 it ends at once")
    func grace() throws {
        try trustDoor()
        let second = try SigningKey.Secret().publicKey
        try store.done(["key", "trust"], input: signerCard(serial: 6, second))
        let text = try store.done(["key", "show", "door"]).text
        #expect(text.contains(", superseded until 2026-06-27T20:26:40Z"))
        #expect(try store.keyIDs("door") == ["\(second.id)", "\(key.id)"])
        let third = try SigningKey.Secret().publicKey
        try store.done(["key", "trust"], input: signerCard(serial: 7, third, grace: 0))
        #expect(try store.keyIDs("door") == ["\(third.id)"])
    }

    // MARK: Kinds

    @Test("Another kind of a known identity is asked about, and with a name of its own is another contact")
    func otherKind() throws {
        try trustDoor()
        let device = try DeviceKey.Secret().publicKey
        let card = try door.card(.device(device), serial: 1, name: "Tablet")
        expectRefusal(
            try trust(card),
            64,
            says: "known as 'door', a signer, and this is another kind",
            "add --name NAME"
        )
        expectRefusal(
            try trust(card, "--name", "door"),
            1,
            says: "'door' is known, and this is another identity or key"
        )
        #expect(try store.listed() == ["door"])
        #expect(try trust(card, "--name", "door's phone").lines[0] == "added door's phone, a device")
        #expect(try store.listed() == ["door", "door's phone"])
    }

    @Test("A device's card makes no trusted signer")
    func deviceIsNoSigner() throws {
        try store.done(["key", "new", "device", "own"])
        try store.done(
            ["key", "trust"],
            input: door.card(.device(DeviceKey.Secret().publicKey), serial: 1, name: "tab")
        )
        #expect(try store.opened(store.sealed(to: "own"))["status"] as? String == "opened")
    }

    // MARK: Revoked and deleted

    @Test("A card that revokes ends trust, whatever its serial, for good", arguments: [4, 5, 6] as [UInt64])
    func revocation(_ serial: UInt64) throws {
        try trustDoor()
        let result = try trust(door.card(.revokedSigner, serial: serial))
        #expect(result.code == 0)
        #expect(result.lines == ["revoked door, for good, as its card says"])
        for options in [[], ["--name", "gate"], ["--name", "door", "--replace"]] {
            let again = try store.run(
                ["key", "trust"] + options,
                input: signerCard(serial: 9, SigningKey.Secret().publicKey)
            )
            expectRefusal(again, 1, says: "the identity of this card was revoked on 2026-05-28T20:26:40Z, for good")
        }
        let bare = try trust([UInt8](key.description.utf8), "--name", "bare")
        expectRefusal(bare, 1, says: "this key was revoked on ")
        let other = try trust(door.card(.device(DeviceKey.Secret().publicKey), serial: 9), "--name", "tablet")
        expectRefusal(other, 1, says: "revoked")
        #expect(
            try trust(door.card(.revokedSigner, serial: serial)).lines == ["nothing new: door is known by this already"]
        )
    }

    @Test("The revocation of an identity that was never known is remembered")
    func unknownRevocation() throws {
        let result = try trust(door.card(.revokedSigner, serial: 5))
        #expect(result.lines == ["revoked: this identity will never be trusted here"])
        #expect(try store.listed().isEmpty)
        expectRefusal(try trust(signerCard(serial: 6)), 1, says: "for good")
    }

    @Test("A contact that was revoked here is never trusted again, not even once it is deleted")
    func revokedHere() throws {
        try trustDoor()
        #expect(try store.done(["key", "revoke", "door"]).output.isEmpty)
        let shown = try store.done(["key", "show", "door"]).text
        #expect(shown.contains(" \(key.id)\n") && !shown.contains("current"))
        expectRefusal(try store.run(["key", "revoke", "door"]), 1, says: "'door' was revoked on ")
        expectRefusal(try trust(signerCard(serial: 6)), 1, says: "for good")
        try store.done(["key", "delete", "door"])
        #expect(try store.listed().isEmpty)
        expectRefusal(try trust(signerCard(serial: 6)), 1, says: "for good")
        expectRefusal(try trust([UInt8](key.description.utf8), "--name", "bare"), 1, says: "for good")
    }

    @Test("A deleted contact comes back with a serial not lower than the one remembered")
    func deleted() throws {
        try trustDoor()
        try store.done(["key", "delete", "door"])
        expectRefusal(try trust(signerCard(serial: 4)), 1, says: "an old card: its serial is 4")
        #expect(try trust(signerCard(serial: 5), "--name", "gate").lines[0] == "added gate, a signer")
        #expect(try store.listed() == ["gate"])
    }

    @Test("A key that belongs to one contact is not taken from another's card")
    func keyInUse() throws {
        try trustDoor()
        let thief = try Stranger()
        expectRefusal(
            try trust(thief.card(.signer(key), serial: 1, name: "Thief")),
            1,
            says: "this key is in the store already, as 'door'"
        )
    }

    @Test("An altered card is refused before anything in it is believed")
    func altered() throws {
        var card = try signerCard(serial: 5)
        card[200] = card[200] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        expectRefusal(try trust(card), 65)
        #expect(try store.contents().isEmpty)
    }
}

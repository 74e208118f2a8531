// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Two newcomers who introduce their device and their signer to each other.
struct PairingTests {
    private let receiver, sender: StoreFolder

    init() throws {
        receiver = try StoreFolder()
        sender = try StoreFolder()
        try receiver.done(["key", "new", "device", "phone"])
        try sender.done(["key", "new", "signer", "door"])
    }

    /// Gives a card from one side to the other; both must then show one number.
    private func introduce(_ name: String, of owner: StoreFolder, to other: StoreFolder, as local: String) throws {
        let trusted = try other.done(["key", "trust", "--name", local], input: owner.card(name))
        let number = try owner.done(["key", "verify", name]).text
        #expect(number.wholeMatch(of: /([0-9]{5} ){11}[0-9]{5}\n/) != nil, "\(number)")
        #expect(
            trusted.text == "added \(local), a \(name == "phone" ? "device" : "signer")\n"
                + "compare with the other side, all of it:\n\(number)"
        )
        #expect(try other.done(["key", "verify", local]).text == number)
        #expect(try other.shown(local)["verify"] as? String == number.trimmingCharacters(in: .newlines))
    }

    @Test("Each side trusts the other's card, the numbers agree in both directions, and a push by name opens")
    func bothDirections() throws {
        try introduce("phone", of: receiver, to: sender, as: "Ann's phone")
        try introduce("door", of: sender, to: receiver, as: "front door")
        let numbers = try [receiver.done(["key", "verify", "phone"]), receiver.done(["key", "verify", "front door"])]
        #expect(numbers[0].text != numbers[1].text)
        let push = try sender.sealed(to: "Ann's phone", [])
        let opened = try receiver.done(["open"], input: push)
        #expect(opened.lines[0] == "body: hello")
        #expect(opened.lines[1].hasPrefix("from: front door (sealedpush:signer:"))
        let line = try receiver.opened(push, ["--no-remember"])
        #expect(line["reason"] as? String == "duplicate")
    }

    @Test("A name is what the card suggests where none is given")
    func suggestedName() throws {
        let card = try sender.done(["key", "card", "door", "--name", "Haustür"]).output
        #expect(try receiver.done(["key", "trust"], input: card).lines[0] == "added Haustür, a signer")
        #expect(try receiver.listed() == ["phone", "Haustür"])
        let other = try StoreFolder()
        #expect(try other.done(["key", "trust", "--name", "door"], input: card).lines[0] == "added door, a signer")
        #expect(try other.done(["key", "show", "door"]).lines.contains("calls itself: Haustür"))
    }

    @Test("The same card comes again as long as nothing in it changes")
    func sameCard() throws {
        let card = try sender.card("door")
        #expect(try sender.card("door", now: StoreFolder.start + StoreFolder.day) == card)
        let renamed = try sender.done(["key", "card", "door", "--name", "gate"]).output
        #expect(renamed != card)
        #expect(try sender.card("door") == renamed)
        try sender.done(["key", "rotate", "door"])
        #expect(try receiver.done(["key", "trust"], input: sender.card("door")).lines[0] == "added gate, a signer")
    }

    @Test("Whoever pairs with the wrong side sees another number, and its pushes do not open")
    func wrongSide() throws {
        let attacker = try StoreFolder()
        try attacker.done(["key", "new", "signer", "door"])
        try introduce("phone", of: receiver, to: attacker, as: "phone")
        try introduce("door", of: sender, to: receiver, as: "door")
        #expect(try attacker.done(["key", "verify", "door"]).text != receiver.done(["key", "verify", "door"]).text)
        #expect(try receiver.opened(attacker.sealed(to: "phone", []))["reason"] as? String == "untrustedSender")
        #expect(try receiver.opened(attacker.sealed(to: "phone"))["reason"] as? String == "untrustedSender")
    }

    @Test("Public key files pair as well, without rotation, and their number is that of the key")
    func bareKeys() throws {
        let text = try #require(receiver.shown("phone")["keys"] as? [[String: Any]]).first?["public"] as? String
        let key = try #require(text)
        let number = try sender.done(["key", "trust", "--name", "phone"], input: [UInt8]("# Ann\n\(key)\n".utf8))
        #expect(number.lines[0] == "added phone, a device")
        #expect(try sender.done(["key", "verify", "phone"]).lines[0] == number.lines[2])
        #expect(try receiver.done(["open"], input: sender.sealed(to: "phone")).code == 0)
        #expect(try sender.shown("phone")["identity"] is String == false)
        let again = try sender.done(["key", "trust", "--name", "phone"], input: [UInt8](key.utf8))
        #expect(again.lines[0] == "nothing new: phone is known by this already")
    }

    @Test("A key file of a device or signer, with its identity in it, is a bare key")
    func publicFile() throws {
        let keys = try KeyFolder()
        for (file, kind) in [(keys.phonePublic, "device"), (keys.doorPublic, "signer")] {
            #expect(try sender.done(["key", "trust", file, "--name", kind]).lines[0] == "added \(kind), a \(kind)")
        }
        expectRefusal(try sender.run(["key", "trust", keys.phone, "--name", "x"]), 65, says: "this holds a secret key")
        expectRefusal(try sender.run(["key", "trust", keys.phonePublic]), 64, says: "add --name NAME")
    }
}

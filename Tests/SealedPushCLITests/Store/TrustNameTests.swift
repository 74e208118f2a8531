// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// Local names: who may have which, which are replaced, and which look alike.
struct TrustNameTests {
    private let store: StoreFolder

    init() throws { store = try StoreFolder() }

    private func card(_ name: String, by stranger: Stranger? = nil) throws -> [UInt8] {
        try (stranger ?? Stranger()).card(.signer(SigningKey.Secret().publicKey), serial: 5, name: name)
    }

    private func trust(_ card: [UInt8], _ options: String...) throws -> CommandResult {
        try store.run(["key", "trust"] + options, input: card)
    }

    @Test("Another identity under a known name is refused without --replace, and takes its place with it")
    func replace() throws {
        let old = try Stranger()
        try store.done(["key", "trust"], input: card("door", by: old))
        let number = try store.done(["key", "verify", "door"]).text
        let other = try card("door")
        for options in [[], ["--name", "door"]] {
            let result = try store.run(["key", "trust"] + options, input: other)
            expectRefusal(
                result,
                1,
                says: "'door' is known, and this is another identity",
                "compare the verify numbers"
            )
        }
        #expect(try store.done(["key", "verify", "door"]).text == number)
        #expect(try trust(other, "--replace").lines[0] == "added door, a signer")
        #expect(try store.done(["key", "verify", "door"]).text != number)
        #expect(try store.listed() == ["door"])
        // Of the one before it is remembered how far its cards had come.
        let older = try old.card(.signer(SigningKey.Secret().publicKey), serial: 4)
        expectRefusal(try trust(older, "--name", "before"), 1, says: "an old card")
    }

    @Test("A bare key under a known name is refused without --replace as well")
    func bareKey() throws {
        try store.done(["key", "trust"], input: card("door"))
        let key = [UInt8](try SigningKey.Secret().publicKey.description.utf8)
        expectRefusal(try trust(key, "--name", "door"), 1, says: "another identity or key")
        #expect(try trust(key, "--name", "door", "--replace").code == 0)
    }

    @Test("A known card under the name of another contact is refused, with --replace too")
    func othersName() throws {
        let door = try Stranger()
        try store.done(["key", "trust"], input: card("door", by: door))
        try store.done(["key", "trust"], input: card("gate"))
        let newer = try door.card(.signer(SigningKey.Secret().publicKey), serial: 6)
        for options in [["--name", "gate"], ["--name", "gate", "--replace"]] {
            let result = try store.run(["key", "trust"] + options, input: newer)
            expectRefusal(result, 1, says: "this card is that of 'door', not of 'gate'")
        }
        let result = try trust(newer, "--name", "portal")
        #expect(result.lines[0] == "updated door, a signer, by a newer card")
        #expect(result.error == "sealedpush: note: it is known as 'door' and keeps that name\n")
    }

    @Test("The name of an own key is not given away")
    func ownName() throws {
        try store.done(["key", "new", "device", "phone"])
        for options in [[], ["--replace"]] {
            let result = try store.run(["key", "trust"] + options, input: card("phone"))
            expectRefusal(result, 73, says: "'phone' is a key of your own: choose another name")
        }
    }

    @Test("Neither is that of a contact or an own key to a new key")
    func taken() throws {
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "trust"], input: card("door"))
        for name in ["phone", "door"] {
            for kind in ["device", "signer", "shared"] {
                expectRefusal(try store.run(["key", "new", kind, name]), 73, says: "'\(name)' is taken")
            }
        }
        #expect(try store.listed() == ["phone", "door"])
    }

    @Test("Names that look like a known one are pointed out", arguments: ["dоor", "d00r", "Door", "do or", "dοοr"])
    func lookAlike(_ name: String) throws {
        try store.done(["key", "trust"], input: card("door"))
        let result = try trust(card(name))
        #expect(result.code == 0)
        #expect(result.error == "sealedpush: note: '\(name)' looks much like 'door'\n")
        #expect(try trust(card("gate")).error == "")
    }

    @Test("A name in another composition is the same name")
    func composed() throws {
        try store.done(["key", "trust"], input: card("caf\u{e9}"))
        expectRefusal(try trust(card("cafe\u{301}")), 1, says: "is known")
    }

    @Test("A suggested name that cannot be a local one needs another", arguments: ["a/b", "a:b", "-a"])
    func unusable(_ name: String) throws {
        let card = try card(name)
        expectRefusal(try trust(card), 64, says: "the card suggests a name that cannot be one here: add --name NAME")
        #expect(try trust(card, "--name", "door").lines[0] == "added door, a signer")
        expectPrintable(try store.done(["key", "show", "door"]).text)
    }

    @Test("A name given by hand must be one", arguments: ["a/b", "a:b", " a", "a\u{202e}b", "a\nb", ""])
    func badName(_ name: String) throws {
        expectRefusal(try trust(card("door"), "--name", name), 64, says: "is no name")
        #expect(try store.contents().isEmpty)
    }
}

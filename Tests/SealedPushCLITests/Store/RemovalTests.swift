// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// `key revoke` and `key delete`, of own keys and contacts, by name and by id.
struct RemovalTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "new", "signer", "bell"])
        try store.done(["key", "new", "shared", "team"])
        for (name, kind) in [("door", "signer"), ("tablet", "device")] {
            let key: KeyCard.Subject =
                kind == "signer"
                ? .signer(try SigningKey.Secret().publicKey) : .device(try DeviceKey.Secret().publicKey)
            try store.done(["key", "trust"], input: Stranger().card(key, serial: 5, name: name))
        }
    }

    private func argument(_ name: String, byID: Bool) throws -> String {
        try byID ? #require(store.keyIDs(name).first) : name
    }

    @Test(
        "A revoked name stays, marked, and is of no use; deleting it makes it free",
        arguments: ["phone", "bell", "team", "door", "tablet"],
        [false, true]
    )
    func revoke(_ name: String, _ byID: Bool) throws {
        let result = try store.done(["key", "revoke", argument(name, byID: byID)])
        #expect(result.text.hasPrefix("sealedpush:card:") == ["phone", "bell"].contains(name))
        #expect(result.error.contains("give this card to the other side") == ["phone", "bell"].contains(name))
        let row = try #require(store.done(["key", "list"]).lines.first { $0.contains(" \(name) ") })
        #expect(row.hasSuffix("  revoked 2026-05-28"))
        for arguments in [
            ["seal", "--to", name, "--anonymous", "--body", "x"], ["key", "rotate", name], ["key", "revoke", name],
            ["seal", "--to", "team", "--from", name, "--body", "x"], ["key", "export", name],
        ] {
            let refused = try store.run(arguments)
            #expect([1, 65, 66].contains(refused.code), "\(arguments)")
            expectOneLine(refused.error)
        }
        try store.done(["key", "delete", name])
        #expect(try !store.listed().contains(name))
        try store.done(["key", "new", "device", name])
    }

    @Test(
        "A deleted name is gone, and free",
        arguments: ["phone", "bell", "team", "door", "tablet"],
        [false, true]
    )
    func delete(_ name: String, _ byID: Bool) throws {
        #expect(try store.done(["key", "delete", argument(name, byID: byID)]).output.isEmpty)
        #expect(try !store.listed().contains(name))
        #expect(try store.listed().count == 4)
        expectRefusal(try store.run(["key", "show", name]), 66, says: "no key or contact '\(name)' in the store")
        expectRefusal(try store.run(["key", "delete", name]), 66, says: "no key or contact '\(name)' in the store")
        try store.done(["key", "new", "signer", name])
    }

    @Test("What was sealed to a key that was revoked or deleted is for a retired one", arguments: ["revoke", "delete"])
    func retired(_ command: String) throws {
        for name in ["phone", "team"] {
            let push = try store.sealed(to: name)
            try store.done(["key", command, name])
            #expect(try store.opened(push)["reason"] as? String == "retiredKey")
        }
    }

    @Test("A signer that was revoked or deleted is believed no more", arguments: ["revoke", "delete"])
    func signer(_ command: String) throws {
        let sender = try StoreFolder()
        try sender.done(["key", "new", "signer", "bob"])
        try store.done(["key", "trust"], input: sender.card("bob"))
        try sender.done(["key", "trust"], input: store.card("phone"))
        let push = try sender.sealed(to: "phone", [])
        #expect(try store.opened(push, ["--no-remember"])["status"] as? String == "opened")
        try store.done(["key", command, "bob"])
        #expect(try store.opened(push)["reason"] as? String == "untrustedSender")
    }

    @Test("The card that revokes ends trust on the other side; after it the identity is finished there")
    func otherSide() throws {
        let other = try StoreFolder()
        try other.done(["key", "trust"], input: store.card("phone"))
        let card = try store.done(["key", "revoke", "phone"]).output
        #expect(try store.card("phone") == card)
        #expect(try other.done(["key", "trust"], input: card).lines == ["revoked phone, for good, as its card says"])
        expectRefusal(
            try other.run(["seal", "--to", "phone", "--anonymous", "--body", "x"]),
            1,
            says: "'phone' was revoked on "
        )
    }

    @Test("The id of a replaced key stands for that key alone", arguments: ["revoke", "delete"], ["phone", "team"])
    func superseded(_ command: String, _ name: String) throws {
        let push = try store.sealed(to: name)
        try store.done(["key", "rotate", name])
        let ids = try store.keyIDs(name)
        #expect(try store.opened(push, ["--no-remember", "--allow-anonymous"])["superseded"] as? Bool == true)
        #expect(try store.done(["key", command, ids[1]]).output.isEmpty)
        #expect(try store.keyIDs(name) == [ids[0]])
        #expect(try store.opened(push)["reason"] as? String == "retiredKey")
        #expect(try store.opened(store.sealed(to: name), ["--allow-anonymous"])["status"] as? String == "opened")
    }

    @Test("An id that is ambiguous is refused with the names it could mean", arguments: ["revoke", "delete"])
    func ambiguous(_ command: String) throws {
        let keys = try #require(store.shown("phone")["keys"] as? [[String: Any]])
        let key = try #require(keys.first?["public"] as? String)
        try store.done(["key", "trust", "--name", "mirror"], input: [UInt8](key.utf8))
        let id = try store.keyIDs("mirror")[0]
        #expect(try store.keyIDs("phone") == [id])
        expectRefusal(
            try store.run(["key", command, id]),
            65,
            says: "several keys have that id, those of 'mirror', 'phone': give the name"
        )
        #expect(try store.listed().count == 6)
        try store.done(["key", command, "mirror"])
        #expect(try store.opened(store.sealed(to: "phone"), ["--allow-anonymous"])["status"] as? String == "opened")
    }

    @Test(
        "What is no id of any key is no name either",
        arguments: ["0123456789abcdef", "FFFFFFFFFFFFFFFF", "+123456789abcdef", "0123456789abcde", "0x23456789abcdef"]
    )
    func noSuchID(_ text: String) throws {
        for command in ["revoke", "delete"] {
            expectRefusal(try store.run(["key", command, text]), 66, says: "no key")
        }
        #expect(try store.listed().count == 5)
    }

    @Test("A name that looks like an id is a name, and an id may be in capitals")
    func nameLikeID() throws {
        let id = try store.keyIDs("phone")[0]
        try store.done(["key", "new", "shared", id])
        try store.done(["key", "delete", id])
        #expect(try store.listed().contains("phone"))
        try store.done(["key", "delete", id.uppercased()])
        #expect(try !store.listed().contains("phone"))
    }

    @Test("A member leaves: the shared key is revoked, and a new one takes its name")
    func memberLeaves() throws {
        let old = try store.sealed(to: "team")
        try store.done(["key", "revoke", "team"])
        try store.done(["key", "new", "shared", "team"])
        #expect(try store.opened(old)["reason"] as? String == "retiredKey")
        #expect(try store.opened(store.sealed(to: "team"), ["--allow-anonymous"])["status"] as? String == "opened")
    }
}

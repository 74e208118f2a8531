// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// `key rotate`: what opens when, and what the other side learns of it.
struct RotationTests {
    private let store: StoreFolder
    private let start = StoreFolder.start
    private let day = StoreFolder.day

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "new", "shared", "team"])
    }

    @Test("Within its grace the old key opens, marked as superseded; then it is retired", arguments: ["phone", "team"])
    func grace(_ name: String) throws {
        let old = try store.sealed(to: name)
        let oldID = try store.keyIDs(name)[0]
        let result = try store.done(["key", "rotate", name, "--grace", "2"])
        let ids = try store.keyIDs(name)
        #expect(ids.count == 2 && ids[1] == oldID)
        #expect(result.output.isEmpty == (name == "team"))
        let line = try store.opened(old, ["--no-remember"], now: start + 2 * day - 1)
        #expect(line["superseded"] as? Bool == true)
        #expect(line["key"] as? String == oldID)
        let text = try store.done(["open", "--no-remember"], input: old, now: start + day).text
        #expect(text.contains("key:  \(oldID), superseded by a newer one\n"))
        let new = try store.opened(store.sealed(to: name, now: start + day), now: start + day)
        #expect(new["superseded"] as? Bool == false)
        #expect(new["key"] as? String == ids[0])
        let late = try store.run(["open", "--json"], input: old, now: start + 2 * day)
        #expect(late.code == 1)
        #expect(late.json?["reason"] as? String == "retiredKey")
        #expect(late.error.contains("sealed to a key that was replaced or revoked; the sender needs the new card"))
        expectOneLine(late.error)
    }

    @Test("Without a grace it is over at once", arguments: ["phone", "team"])
    func noGrace(_ name: String) throws {
        let old = try store.sealed(to: name)
        try store.done(["key", "rotate", name, "--grace", "0"])
        #expect(try store.keyIDs(name).count == 1)
        #expect(try store.opened(old)["reason"] as? String == "retiredKey")
    }

    @Test("The grace is 30 days where none is given, and none is longer")
    func longest() throws {
        let old = try store.sealed(to: "phone", ["--anonymous", "--ttl", "30d"])
        try store.done(["key", "rotate", "phone"])
        #expect(try store.opened(old, ["--no-remember"], now: start + 30 * day - 1)["superseded"] as? Bool == true)
        #expect(try store.opened(old, now: start + 30 * day)["reason"] as? String == "retiredKey")
    }

    @Test("A key that was replaced before keeps its own, earlier end")
    func twice() throws {
        let first = try store.sealed(to: "phone")
        try store.done(["key", "rotate", "phone", "--grace", "1"])
        let second = try store.sealed(to: "phone")
        try store.done(["key", "rotate", "phone", "--grace", "20"])
        #expect(try store.keyIDs("phone").count == 3)
        let now = start + 2 * day
        #expect(try store.opened(first, now: now)["reason"] as? String == "retiredKey")
        #expect(try store.opened(second, now: now)["superseded"] as? Bool == true)
        #expect(try store.keyIDs("phone", now: now).count == 2)
    }

    @Test("The other side takes the new card under the old name, and its number stays", arguments: ["0", "3"])
    func otherSide(_ grace: String) throws {
        let sender = try StoreFolder()
        try sender.done(["key", "new", "signer", "door"])
        try store.done(["key", "trust", "--name", "door"], input: sender.card("door"))
        try sender.done(["key", "trust", "--name", "phone"], input: store.card("phone"))
        let number = try sender.done(["key", "verify", "phone"]).text
        let rotated = try sender.done(["key", "rotate", "door", "--grace", grace])
        #expect(rotated.error == "sealedpush: note: give the new card to the other side: sealedpush key card door\n")
        try store.done(["key", "rotate", "phone", "--grace", grace])
        // Neither side knows of the other's new key yet.
        #expect(
            try store.opened(sender.sealed(to: "phone", []))["reason"] as? String
                == (grace == "0" ? "retiredKey" : "untrustedSender")
        )
        let before = try store.keyIDs("door")
        let card = try sender.card("door", now: start + 1000)
        #expect(try store.done(["key", "trust"], input: card).lines[0] == "updated door, a signer, by a newer card")
        try sender.done(["key", "trust"], input: store.card("phone", now: start + 1000))
        #expect(try sender.done(["key", "verify", "phone"]).text == number)
        #expect(try store.keyIDs("door").contains(before[0]) == (grace != "0"))
        #expect(try store.opened(sender.sealed(to: "phone", []))["status"] as? String == "opened")
    }

    @Test("What has no identity does not rotate, nor does what is not one's own")
    func impossible() throws {
        let stranger = try Stranger()
        let card = try stranger.card(.signer(SigningKey.Secret().publicKey), serial: 1, name: "gate")
        try store.done(["key", "trust"], input: card)
        expectRefusal(try store.run(["key", "rotate", "gate"]), 65, says: "'gate' is a contact: its owner rotates")
        expectRefusal(try store.run(["key", "rotate", "nobody"]), 66, says: "'nobody'")
        try store.done(["key", "revoke", "phone"])
        expectRefusal(try store.run(["key", "rotate", "phone"]), 1, says: "'phone' was revoked on ", "for good")
    }
}

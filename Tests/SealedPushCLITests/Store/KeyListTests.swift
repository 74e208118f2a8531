// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// `key list` and `key show`: what the store knows.
struct KeyListTests {
    private let store: StoreFolder

    init() throws { store = try StoreFolder() }

    @Test("Own keys stand before contacts, in columns that fit the longest")
    func columns() throws {
        try store.done(["key", "new", "device", "my phone"])
        try store.done(["key", "new", "shared", "team"])
        let key = try SigningKey.Secret().publicKey
        try store.done(["key", "trust", "--name", "door"], input: [UInt8](key.description.utf8))
        try store.done(["key", "rotate", "team"])
        let ids = try ["my phone", "team", "door"].map { try store.keyIDs($0)[0] }
        #expect(
            try store.done(["key", "list"]).lines == [
                "own      my phone  device  \(ids[0])  2026-05-28  current",
                "own      team      shared  \(ids[1])  2026-05-28  current, and 1 superseded",
                "contact  door      signer  \(ids[2])  2026-05-28  current",
            ]
        )
        #expect(ids[2] == "\(key.id)")
        let json = try store.done(["key", "list", "--json"]).lines.compactMap { JSON.object($0) }
        #expect(json.map { $0["own"] as? Bool } == [true, true, false])
        #expect(json.map { $0["kind"] as? String } == ["device", "shared", "signer"])
    }

    @Test("An empty store has no lines, and a hint that -q leaves out")
    func empty() throws {
        let result = try store.done(["key", "list"])
        #expect(result.output.isEmpty)
        #expect(result.error == "sealedpush: note: no keys yet; 'sealedpush key new device NAME' makes some\n")
        #expect(try store.done(["-q", "key", "list"]).error == "")
    }

    @Test("One name in full: kind, dates, every key with its state, the number to compare")
    func show() throws {
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "rotate", "phone", "--grace", "1"])
        let json = try store.shown("phone")
        let keys = try #require(json["keys"] as? [[String: Any]])
        #expect(keys.map { $0["supersededUntil"] as? UInt64 } == [nil, StoreFolder.start + StoreFolder.day])
        let current = try #require(keys[0]["public"] as? String)
        let old = try #require(keys[1]["public"] as? String)
        let identity = try #require(json["identity"] as? String)
        #expect(
            try store.done(["key", "show", "phone"]).lines == [
                "name:     phone", "kind:     device", "created:  2026-05-28T20:26:40Z", "identity: \(identity)",
                "key:      \(current)", "key id:   \(try store.keyIDs("phone")[0]), current",
                "key:      \(old)",
                "key id:   \(try store.keyIDs("phone")[1]), superseded until 2026-05-29T20:26:40Z",
                "verify:   \(try store.done(["key", "verify", "phone"]).lines[0])",
            ]
        )
        expectRefusal(try store.run(["key", "show", "nobody"]), 66, says: "no key or contact 'nobody' in the store")
        expectRefusal(try store.run(["key", "verify", "nobody"]), 66, says: "no key or contact 'nobody' in the store")
    }

    @Test("A shared key has no public half, no number and no card")
    func shared() throws {
        try store.done(["key", "new", "shared", "team"])
        #expect(try store.done(["key", "show", "team"]).lines.contains("key:     shared, with no public half"))
        expectRefusal(try store.run(["key", "verify", "team"]), 65, says: "'team' has no public key to compare")
        expectRefusal(try store.run(["key", "card", "team"]), 65, says: "'team' is a shared key, which has no card")
        expectRefusal(try store.run(["key", "card", "nobody"]), 66, says: "'nobody'")
    }

    @Test("What is printed is for a screen: names of others do nothing to it")
    func hostile() throws {
        let card = try Stranger().card(.signer(SigningKey.Secret().publicKey), serial: 1, name: "دoor 🚪")
        try store.done(["key", "trust", "--name", "door"], input: card)
        for arguments in [["key", "list"], ["key", "show", "door"], ["key", "show", "door", "--json"]] {
            expectPrintable(try store.done(arguments).text)
        }
    }
}

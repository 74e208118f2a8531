// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// `seal` to and by the names of a store.
struct StoreSealTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
    }

    private func seal(_ arguments: String...) throws -> CommandResult {
        try store.run(["seal", "--body", "hello"] + arguments)
    }

    @Test("Without --from the store's only signer signs; none or several are a usage error that names them")
    func onlySigner() throws {
        let hint = "who sends? add --from SIGNER to sign, or --anonymous not to"
        let none = try seal("--to", "phone")
        expectRefusal(none, 64)
        #expect(none.error == "sealedpush: \(hint)\n")
        try store.done(["key", "new", "signer", "door"])
        let push = try seal("--to", "phone")
        #expect(push.code == 0)
        #expect(try store.opened(push.output, ["--trust", "door"])["status"] as? String == "opened")
        try store.done(["key", "new", "signer", "bell"])
        let several = try seal("--to", "phone")
        expectRefusal(several, 64)
        #expect(several.error == "sealedpush: \(hint); the store has bell, door\n")
        #expect(try seal("--to", "phone", "--from", "bell").code == 0)
        #expect(try seal("--to", "phone", "--anonymous").code == 0)
        // One that was revoked signs no more, and is not counted.
        try store.done(["key", "revoke", "bell"])
        #expect(try seal("--to", "phone").code == 0)
        expectRefusal(try seal("--to", "phone", "--from", "bell"), 1, says: "'bell' was revoked on ")
    }

    @Test("A store that cannot be read is named, and not taken for an empty one")
    func brokenStore() throws {
        try store.write("store", "x")
        let path = try store.write("text.db", String(repeating: "no store ", count: 100))
        let keys = try KeyFolder()
        let seal = ["--store", path, "seal", "--to", keys.phonePublic, "--body", "x"]
        expectRefusal(try CommandResult(seal), 74, says: "text.db: this is no key store")
        #expect(try CommandResult(seal + ["--anonymous"]).code == 0)
        #expect(try CommandResult(seal + ["--from", keys.door]).code == 0)
    }

    @Test("A contact's device, an own device and a shared key are recipients; signers are not")
    func recipients() throws {
        let other = try StoreFolder()
        try other.done(["key", "new", "device", "tablet"])
        try other.done(["key", "new", "signer", "bell"])
        for name in ["tablet", "bell"] { try store.done(["key", "trust"], input: other.card(name)) }
        try store.done(["key", "new", "shared", "team"])
        try store.done(["key", "new", "signer", "door"])
        #expect(try other.opened(store.sealed(to: "tablet"))["status"] as? String == "opened")
        for name in ["phone", "team"] {
            #expect(try store.opened(store.sealed(to: name), ["--allow-anonymous"])["status"] as? String == "opened")
        }
        for name in ["bell", "door"] {
            expectRefusal(
                try seal("--to", name, "--anonymous"),
                65,
                says: "'\(name)' is a signer, which nothing is sealed to"
            )
        }
        expectRefusal(try seal("--to", "nobody", "--anonymous"), 66, says: "no recipient 'nobody' in the store")
        expectRefusal(
            try seal("--to", "phone", "--from", "bell"),
            65,
            says: "'bell' is not a signer of this store's own"
        )
        expectRefusal(try seal("--to", "phone", "--from", "phone"), 65, says: "'phone' is not a signer")
        expectRefusal(try seal("--to", "phone", "--from", "nobody"), 66, says: "no signer 'nobody' in the store")
    }

    @Test("Names, paths and key text stand side by side, and one bad name stops no other")
    func mixed() throws {
        let keys = try KeyFolder()
        let result = try seal(
            "--anonymous",
            "--to",
            "phone",
            "--to",
            "nobody",
            "--to",
            keys.phonePublic,
            "--to",
            keys.phoneText
        )
        #expect(result.code == 1)
        let lines = result.lines.compactMap { JSON.object($0) }
        #expect(lines.map { $0["to"] as? String } == ["phone", "nobody", keys.phonePublic, keys.phoneText])
        #expect(lines.map { $0["error"] == nil } == [true, false, true, true])
        #expect((lines[1]["error"] as? [String: Any])?["code"] as? Int == 66)
    }

    @Test("A contact without a current card of its own is sealed to by its last one, in the order of cards")
    func lastCard() throws {
        let stranger = try Stranger()
        let keys = try (0..<2).map { _ in try DeviceKey.Secret().publicKey }
        for (index, key) in keys.enumerated() {
            let card = try stranger.card(.device(key), serial: UInt64(index + 1), name: "tablet")
            try store.done(["key", "trust"], input: card)
            let push = try seal("--to", "tablet", "--anonymous").output
            #expect(try store.done(["inspect", "--json"], input: push).json?["key"] as? String == "\(key.id)")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

/// `inspect`: whose key a push is sealed to, where a store knows it.
struct InspectNameTests {
    private let store, other: StoreFolder

    init() throws {
        store = try StoreFolder()
        other = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "new", "shared", "team"])
    }

    @Test("An own key, a contact's and a replaced one are named")
    func named() throws {
        try other.done(["key", "trust", "--name", "Ann's"], input: store.card("phone"))
        for (side, name) in [(store, "phone"), (store, "team")] {
            let push = try side.sealed(to: name)
            try side.done(["key", "rotate", name])
            let json = try side.done(["inspect", "--json"], input: push).json
            #expect(json?["names"] as? [String] == [name])
            #expect(try side.done(["inspect"], input: push).lines[2] == "known as:    \(name)")
        }
        let push = try other.sealed(to: "Ann's")
        #expect(try other.done(["inspect", "--json"], input: push).json?["names"] as? [String] == ["Ann's"])
    }

    @Test("Without a store, or with one that is broken, the name is left out and nothing else changes")
    func noStore() throws {
        let push = try store.sealed(to: "phone")
        let plain = try CommandResult(["inspect"], input: push)
        #expect(plain.code == 0)
        #expect(!plain.text.contains("known as"))
        let broken = try store.write("broken.db", String(repeating: "broken ", count: 200))
        let exposed = try store.write("exposed.db", "", mode: 0o644)
        for path in [other.path, broken, exposed, "/nowhere/store.db", store.path + "/x"] {
            for options in [[], ["--json"]] {
                let result = try CommandResult(["--store", path, "inspect"] + options, input: push)
                #expect(result.code == 0)
                #expect(result.error == "")
                #expect(result.output == (try CommandResult(["inspect"] + options, input: push)).output)
            }
        }
    }

    @Test("It changes nothing in the store")
    func changesNothing() throws {
        let push = try store.sealed(to: "phone")
        let before = try store.contents()
        try store.done(["inspect"], input: push, now: StoreFolder.start + 90 * StoreFolder.day)
        #expect(try store.contents() == before)
    }
}

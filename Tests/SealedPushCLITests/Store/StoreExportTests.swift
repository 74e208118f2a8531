// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `key export` and `key import` by the names of a store.
struct StoreExportTests {
    private let store, other: StoreFolder
    private let words: String

    init() throws {
        store = try StoreFolder()
        other = try StoreFolder()
        words = try store.write("words", "correct horse battery staple\n")
        for (kind, name) in [("device", "phone"), ("signer", "bell"), ("shared", "team")] {
            try store.done(["key", "new", kind, name])
        }
    }

    private func export(_ name: String) throws -> [UInt8] {
        try store.done(["key", "export", name, "--passphrase-file", words]).output
    }

    private func `import`(_ line: [UInt8], _ options: String...) throws -> CommandResult {
        try other.run(["key", "import", "--passphrase-file", words] + options, input: line)
    }

    @Test(
        "Keys come over under their name, or another; a device's is said to be a copy",
        arguments: ["phone", "bell", "team"]
    )
    func roundTrip(_ name: String) throws {
        for local in [name, "new name"] {
            let result = try `import`(export(name), "--name", local)
            #expect(result.code == 0, "\(result.error)")
            #expect(result.error.contains("note: this is a copy: every machine that holds") == (name == "phone"))
            #expect(!result.text.contains("-secret:"))
            #expect(try other.keyIDs(local) == store.keyIDs(name))
            #expect(try other.shown(local)["verify"] as? String == store.shown(name)["verify"] as? String)
            try other.done(["key", "delete", local])
        }
        #expect(try `import`(export(name)).code == 0)
        #expect(try other.listed() == [name])
    }

    @Test("A copy opens what is sealed to the original, and remembers on its own")
    func copy() throws {
        try #require(try `import`(export("phone")).code == 0)
        let push = try store.sealed(to: "phone")
        for side in [store, other] {
            #expect(try side.opened(push)["status"] as? String == "opened")
            #expect(try side.opened(push)["reason"] as? String == "duplicate")
        }
    }

    @Test("A shared key that was handed over opens on both sides")
    func shared() throws {
        try #require(try `import`(export("team"), "--name", "club").code == 0)
        #expect(try other.opened(store.sealed(to: "team"))["status"] as? String == "opened")
        #expect(try store.opened(other.sealed(to: "club"))["status"] as? String == "opened")
    }

    @Test("A name that is taken is refused before the passphrase is asked for")
    func nameTaken() throws {
        try other.done(["key", "new", "signer", "phone"])
        let line = try export("phone")
        // There is no terminal here: whoever asked would end with another exit code.
        expectRefusal(try other.run(["key", "import", "--name", "phone"], input: line), 73, says: "'phone' is taken")
        expectRefusal(try `import`(line), 73, says: "'phone' is taken")
        #expect(try other.shown("phone")["kind"] as? String == "signer")
        #expect(try `import`(line, "--name", "old phone").code == 0)
    }

    @Test("Keys that are there already are not taken twice")
    func twice() throws {
        let line = try export("phone")
        try #require(try `import`(line).code == 0)
        expectRefusal(try `import`(line, "--name", "again"), 1, says: "this key is in the store already, as 'phone'")
    }

    @Test("A key file comes into the store by way of an export, without a name under one that is given")
    func keyFile() throws {
        let keys = try KeyFolder()
        let unnamed = try CommandResult(["key", "export", keys.phone, "--passphrase-file", words]).output
        expectRefusal(try `import`(unnamed), 64, says: "the keys have no name: add --name NAME, or -o FILE")
        #expect(try `import`(unnamed, "--name", "phone").code == 0)
        let named = try CommandResult(["key", "export", keys.door, "--passphrase-file", words]).output
        #expect(try `import`(named).code == 0)
        #expect(try other.listed() == ["door", "phone"])
    }

    @Test("After a rotation the current key is exported, and no other")
    func rotated() throws {
        let old = try store.sealed(to: "phone")
        try store.done(["key", "rotate", "phone"])
        try #require(try `import`(export("phone")).code == 0)
        #expect(try other.keyIDs("phone") == [store.keyIDs("phone")[0]])
        #expect(try other.opened(old)["reason"] as? String == "unknownKey")
    }

    @Test("What has no secret here is not exported")
    func noSecret() throws {
        try other.done(["key", "trust"], input: store.card("bell"))
        expectRefusal(
            try other.run(["key", "export", "bell"]),
            65,
            says: "'bell' is a contact, which has no secret key"
        )
        expectRefusal(try other.run(["key", "export", "nobody"]), 66, says: "no key 'nobody' in the store")
        try store.done(["key", "revoke", "phone"])
        expectRefusal(try store.run(["key", "export", "phone"]), 1, says: "'phone' was revoked on ")
    }

    @Test("A file that happens to bear the name of a key is no hindrance to an export of it")
    func sameFileName() throws {
        let folder = try TemporaryDirectory()
        try folder.write("phone", "something else")
        let result = try Tool.shell(
            "cd \"$1\" && exec \"$0\" --store \"$2\" key export phone --passphrase-file \"$3\" -o phone --force",
            [folder.url.path, store.path, words]
        )
        #expect(result.code == 0, "\(result.error)")
    }
}

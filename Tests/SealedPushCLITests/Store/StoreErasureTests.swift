// SPDX-License-Identifier: Apache-2.0

import Testing

/// Secrets that are over stand in none of the store's files, neither as bytes nor as text.
struct StoreErasureTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        for index in 0..<3 { try store.done(["key", "new", "signer", "before \(index)"]) }
        for (kind, name) in [("device", "phone"), ("signer", "bell"), ("shared", "team")] {
            try store.done(["key", "new", kind, name])
        }
        for index in 0..<3 { try store.done(["key", "new", "shared", "after \(index)"]) }
    }

    /// The secrets under a name, all of which are in the file now.
    private func secrets(_ name: String) throws -> [String] {
        let secrets = try store.secrets(of: name)
        #expect(secrets.count == (name == "team" ? 1 : 2))
        for secret in secrets { #expect(try store.contains(secret)) }
        return secrets
    }

    @Test(
        "After a rotation without a grace the key's is gone, the identity's stays",
        arguments: ["phone", "bell", "team"]
    )
    func rotated(_ name: String) throws {
        var secrets = try secrets(name)
        try store.done(["key", "rotate", name, "--grace", "0"])
        #expect(try !store.contains(secrets.removeLast()))
        for secret in secrets { #expect(try store.contains(secret)) }
    }

    @Test(
        "After a revocation or a deletion all are gone, those of replaced keys too",
        arguments: ["phone", "bell", "team"],
        ["revoke", "delete"]
    )
    func removed(_ name: String, _ command: String) throws {
        let old = try secrets(name)
        try store.done(["key", "rotate", name])
        let all = try Set(old + secrets(name))
        try store.done(["key", command, name])
        for secret in all { #expect(try !store.contains(secret)) }
    }

    @Test(
        "After the end of a grace the next command that opens the store erases it, whichever it is",
        arguments: [
            ["key", "list"], ["key", "show", "bell"], ["seal", "--to", "team", "--anonymous", "--body", "x"],
        ]
    )
    func expired(_ command: [String]) throws {
        let secret = try #require(secrets("phone").last)
        try store.done(["key", "rotate", "phone", "--grace", "1"])
        try store.done(command, now: StoreFolder.start + StoreFolder.day - 1)
        #expect(try store.contains(secret))
        try store.done(command, now: StoreFolder.start + StoreFolder.day)
        #expect(try !store.contains(secret))
    }

    @Test("A replaced key that is ended by its id is gone")
    func byID() throws {
        let secret = try #require(secrets("phone").last)
        try store.done(["key", "rotate", "phone"])
        try store.done(["key", "delete", store.keyIDs("phone")[1]])
        #expect(try !store.contains(secret))
    }

    @Test("Neither list, show, card nor verify prints a secret, and -v says none")
    func neverShown() throws {
        let secrets = try ["phone", "bell", "team"].flatMap(secrets)
        try store.done(["key", "rotate", "phone"])
        for name in ["phone", "bell", "team"] {
            for arguments in [
                ["key", "list"], ["key", "list", "--json"], ["key", "show", name], ["key", "show", name, "--json"],
                ["key", "card", name], ["key", "verify", name], ["doctor"], ["doctor", "--json"],
            ] {
                let result = try store.run(["-v"] + arguments)
                let shown = result.text + result.error
                #expect(!shown.contains("-secret:"), "\(arguments)")
                for secret in secrets {
                    #expect(try !shown.contains(#require(secret.split(separator: ":").last)), "\(arguments)")
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `key new` and `key public`.
struct KeyNewTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    @Test(
        "A key file holds the secrets under comments, and the public halves are printed",
        arguments: [("device", ["identity", "device"]), ("signer", ["identity", "signer"]), ("shared", [])]
    )
    func file(_ kind: String, _ kinds: [String]) throws {
        let place = keys.path("new.key")
        let result = try CommandResult(["key", "new", kind, "Küche", "-o", place], now: 1_780_000_000_000)
        #expect(result.code == 0)
        #expect(result.error == "")
        #expect(result.lines.map { String($0.dropLast(48)) } == kinds.map { "sealedpush:\($0):" })
        let lines = try keys.text(of: place).split(separator: "\n").map(String.init)
        let secrets = kinds.isEmpty ? ["shared"] : kinds
        #expect(
            lines.dropLast(secrets.count)
                == ["# created: 2026-05-28T20:26:40Z", "# name: Küche"] + result.lines.map { "# public key: \($0)" }
        )
        #expect(
            lines.suffix(secrets.count).map { String($0.dropLast(48)) } == secrets.map { "sealedpush:\($0)-secret:" }
        )
    }

    @Test("Every key is a new one, and its text always has its full length")
    func fresh() throws {
        var texts: Set<String> = []
        let count = Rounds.count(200)
        for number in 0..<count {
            let result = try CommandResult(["key", "new", "device", "-o", keys.path("new-\(number).key")])
            #expect(result.lines.allSatisfy { $0.split(separator: ":").last?.count == 48 })
            texts.formUnion(result.lines)
        }
        #expect(texts.count == 2 * count)
    }

    @Test("The public half is that of the secret file, of a public file, and of standard input")
    func publicHalf() throws {
        for (secret, open) in [(keys.phone, keys.phonePublic), (keys.door, keys.doorPublic)] {
            let expected = try keys.bytes(of: open)
            for result in try [
                CommandResult(["key", "public", secret]), CommandResult(["key", "public", open]),
                CommandResult(["key", "public", "-"], input: keys.bytes(of: secret)),
                CommandResult(["key", "public"], input: keys.bytes(of: secret)),
            ] {
                #expect(result.code == 0)
                #expect(result.error == "")
                #expect(result.output == expected)
            }
        }
    }

    @Test("The public half of a shared key is asked for in vain, and what to do instead is said")
    func shared() throws {
        expectRefusal(
            try CommandResult(["key", "public", keys.group]),
            65,
            says: "a shared key has no public half: hand over the key file itself"
        )
    }

    @Test(
        "Names with spaces and letters of any language are names",
        arguments: ["My phone", "电话", "ø", longest, "it's"]
    )
    func names(_ name: String) throws {
        let place = keys.path("new.key")
        #expect(try CommandResult(["key", "new", "device", name, "-o", place]).code == 0)
        #expect(try keys.text(of: place).contains("# name: \(name)\n"))
    }

    private static let longest = String(repeating: "x", count: 64)
}

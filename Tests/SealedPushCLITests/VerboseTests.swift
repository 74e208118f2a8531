// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The most talkative level says what was done, and nothing of what is kept secret.
struct VerboseTests {
    private let keys: KeyFolder
    private let push: String

    init() throws {
        keys = try KeyFolder()
        push = try keys.write("push.json", keys.sealed(#"{"aps":{"alert":{"title":"zebra","body":"yak"}}}"#))
    }

    /// Everything that must not be said: secret keys, passphrases, what is inside the seal.
    private func secrets() throws -> [String] {
        try ["phone", "door", "group"].flatMap { name in
            try keys.text(of: keys.path("\(name).key")).split(separator: "\n").filter { $0.contains("-secret:") }
                .compactMap { $0.split(separator: ":").last.map(String.init) }
        } + ["zebra", "yak", "gnu", "hunter2", "swordfish"]
    }

    private func commandLines() throws -> [[String]] {
        let words = try keys.write("words", "swordfish\n")
        let payload = try keys.write(
            "payload.apns",
            #"{"aps":{"alert":{"title":"zebra","body":"yak"},"content-available":1},"priority":"gnu","pin":"hunter2"}"#
        )
        let long = try keys.write(
            "long.apns",
            #"{"aps":{"alert":{"title":"zebra","body":"\#(String(repeating: "yak ", count: 2_000))"}}}"#
        )
        let bad = try keys.write("bad.apns", #"{"aps":{"alert":{"title":"zebra","title":"yak"}}}"#)
        let wrong = try keys.write("wrong.apns", #"{"aps":{"alert":"yak","badge":"gnu"},"pin":"hunter2"}"#)
        let seal = ["seal", "--to", keys.phonePublic, "--from", keys.door]
        return [
            ["key", "new", "device", "-o", keys.path("new.key")], ["key", "public", keys.phone],
            ["key", "export", keys.phone, "--passphrase-file", words, "-o", keys.path("wrapped")],
            ["key", "import", keys.path("wrapped"), "--passphrase-file", words, "-o", keys.path("again.key")],
            ["key", "import", keys.path("wrapped"), "--passphrase-file", keys.door, "-o", keys.path("never.key")],
            seal + [payload], seal + [long], seal + ["--shorten", long], seal + [bad], seal + [wrong],
            seal + ["--title", "zebra", "--body", "yak", "--data", "pin=hunter2", "--subtitle", "gnu"],
            seal + ["--to", keys.group, "--to", keys.door, payload],
            ["open", "--key", keys.phone, "--trust", keys.doorPublic, push],
            ["open", "--json", "--key", keys.phone, "--trust", keys.doorPublic, push],
            ["open", "--key", keys.phone, push], ["open", "--key", keys.group, push],
            ["inspect", push], ["inspect", keys.phone], ["inspect", payload],
        ]
    }

    @Test("With -v nothing secret is said: no key, no passphrase, no title and no body")
    func nothingSecret() throws {
        let secrets = try secrets()
        for arguments in try commandLines() {
            let result = try CommandResult(["-v"] + arguments)
            for secret in secrets { #expect(!result.error.contains(secret), "\(arguments): \(result.error)") }
            // Nothing secret is a result either; `open` shows the push, and `inspect` what is not sealed.
            guard arguments[0] != "open", arguments.last?.hasSuffix("payload.apns") != true || arguments[0] == "seal"
            else { continue }
            for secret in secrets { #expect(!result.text.contains(secret), "\(arguments): \(result.text)") }
        }
    }

    @Test("With -v each line is one of the command's own")
    func lines() throws {
        for arguments in try commandLines() {
            let result = try CommandResult(["-v"] + arguments)
            for line in result.error.split(separator: "\n") { expectOneLine("\(line)\n") }
        }
    }

    @Test("-v says the message's id, size and end; -q leaves out notes, and errors stay")
    func levels() throws {
        let seal = ["seal", "--to", keys.phonePublic, "--from", keys.door]
        let id = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
        let verbose = try CommandResult(
            ["-v"] + seal + ["--id", id, "--body", "x", "--ttl", "1h"],
            now: 1_780_000_000_000
        )
        #expect(
            verbose.error
                == "sealedpush: sealed \(id), \(verbose.output.count) bytes, good until 2026-05-28T21:26:40Z\n"
        )
        let noted = #"{"aps":{"alert":"x"},"priority":"high"}"#
        for (option, count) in [("-v", 2), ("-q", 0)] {
            let result = try CommandResult([option] + seal, input: [UInt8](noted.utf8))
            #expect(result.error.split(separator: "\n").count == count)
        }
        #expect(try CommandResult(seal, input: [UInt8](noted.utf8)).error.hasPrefix("sealedpush: note: 'priority' "))
        expectRefusal(try CommandResult(["-q"] + seal, input: [UInt8]("{".utf8)), 65)
        let place = keys.path("new.key")
        #expect(try CommandResult(["-v", "key", "new", "shared", "-o", place]).error == "sealedpush: wrote \(place)\n")
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushSend

/// Keys and cards where names and paths are wanted: refused, and never shown again.
struct MisplacedTextTests {
    private let folder: SendFolder
    private let post = FakePost()
    private static let to = ["--to", "phone", "--body", "x"]
    private static let secret = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgevZzL1gdAFr88hb2"
    private static let key = "-----BEGIN PRIVATE KEY-----\n\(secret)\nabcdefgh\n-----END PRIVATE KEY-----\n"
    private static let certificate = "-----BEGIN CERTIFICATE-----\n\(secret)\n-----END CERTIFICATE-----\n"

    init() throws {
        folder = try SendFolder()
        try folder.device("phone")
    }

    /// Expects a refusal in one short line that shows nothing of what was given.
    private func expectSilence(_ run: SendRun, _ code: Int32, _ says: String) {
        #expect(run.code == code, "\(run.error)")
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.error.utf8.count < 400)
        for part in [String(Self.secret.prefix(12)), "abcdefgh"] {
            #expect(!run.error.contains(part) && !run.output.contains(part))
        }
        #expect(run.error.split(separator: "\n").count == 1)
        #expect(post.parcels.isEmpty)
    }

    @Test(
        "A private key in place of what any option takes is refused without a word of it",
        arguments: [
            "--credentials", "--certificate-key", "--passphrase-file", "--key-id", "--team-id", "--ca", "--host",
            "--mqtt-password-file", "--mqtt-certificate", "--mqtt-key", "--mqtt-user", "--to", "--to-file", "--from",
            "--store", "--environment", "--via", "--ttl", "--id", "--padding", "--title",
        ]
    )
    func key(_ option: String) async throws {
        let arguments = Self.to.filter { _ in option != "--to" } + [option, Self.key]
        expectSilence(try await folder.send(arguments, by: post), 64, "an argument holds a private key itself")
        let joined = Self.to.filter { _ in option != "--to" } + ["\(option)=\(Self.key)"]
        expectSilence(try await folder.send(joined, by: post), 64, "an argument holds a private key itself")
    }

    @Test(
        "A certificate, several lines or endless text in place of a path or name are refused without a word of them",
        arguments: [
            "--credentials", "--certificate-key", "--passphrase-file", "--ca", "--mqtt-password-file",
            "--mqtt-certificate", "--mqtt-key", "--to", "--to-file", "--from", "--store",
        ]
    )
    func text(_ option: String) async throws {
        let to = Self.to.filter { _ in option != "--to" }
        let certificate = try await folder.send(to + [option, Self.certificate], by: post)
        expectSilence(certificate, 64, "\(option) holds a key or certificate itself, and must be ")
        let lines = try await folder.send(to + [option, "\(Self.secret)\nabcdefgh"], by: post)
        expectSilence(lines, 64, "\(option) is text of several lines, and must be ")
        let long = try await folder.send(to + [option, String(repeating: Self.secret, count: 70)], by: post)
        expectSilence(long, 64, "\(option) is text longer than any path, and must be ")
    }

    @Test("A key in place of the payload's path is refused without a word of it")
    func payload() async throws {
        let run = try await folder.send(["--to", "phone", Self.certificate], by: post)
        expectSilence(run, 64, "an argument holds a key or certificate itself")
        let behind = try await folder.send(["--to", "phone", "x\n\(Self.certificate)"], by: post)
        expectSilence(behind, 64, "the payload's place holds a key or certificate itself")
    }

    @Test("A key in a variable that names a file is refused without a word of it")
    func variables() async throws {
        for text in [Self.key, Self.certificate, "sealedpush:signer-secret:abcdefgh"] {
            expectSilence(
                try await folder.networked(Self.to, environment: ["SEALEDPUSH_APNS_CREDENTIALS": text]),
                64,
                "SEALEDPUSH_APNS_CREDENTIALS holds a "
            )
            expectSilence(
                try await folder.networked(Self.to, environment: ["SEALEDPUSH_STORE": text]),
                64,
                "SEALEDPUSH_STORE holds a "
            )
        }
    }

    @Test("A card in place of a name is refused without a word of it, and how it becomes a name is said")
    func card() async throws {
        let device = try Device("new")
        let card = try KeyCard(
            introducing: .device(device.key.publicKey),
            name: "new",
            signedBy: device.identity,
            serial: 1,
            created: 1,
            address: PushAddress(apns: SendFolder.apns("abcdefab"))
        ).text
        let run = try await folder.send(["--to", card, "--body", "x"], by: post)
        #expect(run.code == 64)
        #expect(
            run.error
                == "sealedpush: --to holds a card itself: accept it with 'key trust', and give the name it has then\n"
        )
        let list = try folder.folder.write("list", "\(card)\nphone\n")
        let listed = try await folder.send(["--to-file", list, "--body", "x", "--json"], by: post)
        #expect(listed.code == 1)
        #expect(post.parcels.count == 1)
        let line = #"{"id":1,"to":"\#(card)","payload":{"aps":{"alert":"x"}}}"#
        let queued = try await folder.send(["--queue"], input: line, by: post)
        for run in [listed, queued] {
            #expect(!run.output.contains(card.suffix(40)) && !run.error.contains(card.suffix(40)))
            #expect(run.json.contains { $0["to"] as? String == "(a card)" })
        }
    }

    @Test("A key file in place of a list is refused at its first line, of which nothing is shown")
    func keyAsList() async throws {
        let list = try folder.folder.write("key.p8", Self.key)
        expectSilence(
            try await folder.send(["--to-file", list, "--body", "x"], by: post),
            65,
            "--to-file names a key or certificate itself"
        )
        expectSilence(
            try await folder.send(["--to-file", "-", "--body", "x"], input: Self.key, by: post),
            65,
            "--to-file names a key or certificate itself"
        )
    }

    @Test("What may be a key in the end, bytes that are no text and endless lines are not shown in results")
    func oddLines() async throws {
        let long = String(repeating: "no name ", count: 100_000)
        let lines = "\(Self.secret)\n\(long)\na\u{1}bcdefgh\n"
        for more in [[], ["--json"]] {
            let run = try await folder.send(["--to-file", "-", "--body", "x"] + more, input: lines, by: post)
            #expect(run.code == 65 || run.code == 66 || run.code == 1)
            #expect(!(run.error + run.output).contains(Self.secret.prefix(12)))
            #expect(!(run.error + run.output).contains("bcdefgh"))
            #expect(run.error.utf8.count + run.output.utf8.count < 1500)
        }
    }

    @Test("A long name that the store has is shown as it is")
    func longName() async throws {
        let name = String(repeating: "long-name-", count: 6)
        try folder.device(name, token: "bb")
        post.fail(try SendFolder.apns("bb"), .gone())
        let run = try await folder.send(["--to", name, "--body", "x", "--json"], by: post)
        #expect(run.json.first?["to"] as? String == name)
        let again = try await folder.send(["--to", name, "--body", "x", "--json"], by: post)
        #expect(again.json.first?["to"] as? String == name)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// The program itself, against the test APNs.
struct NetworkTests {
    private let folder: SendFolder
    private let apns: TestAPNs

    init() async throws {
        folder = try SendFolder()
        apns = try await TestAPNs.start()
        try folder.device("phone", token: "0a")
    }

    /// Sends to the phone; with the credentials that the server knows unless others are given.
    private func send(_ more: [String] = [], credentials: [String]? = nil) async throws -> SendRun {
        try await folder.process(
            ["--to", "phone", "--body", "x"] + apns.options + (credentials ?? apns.credentials) + more
        )
    }

    @Test("A push arrives with the headers that it should have, and nothing of its text")
    func arrives() async throws {
        let id = "5f0c1a52-98b1-4d5e-a1c4-2f7b3e9d6a10"
        let run = try await folder.process(
            ["--to", "phone", "--title", "Secret title", "--ttl", "1h", "--collapse-id", "c", "--id", id] + apns.options
                + apns.credentials
        )
        #expect(run.code == 0, "\(run.error)")
        #expect(run.output == "phone: accepted by apns as \(id)\n")
        let request = try #require(try await apns.log().first)
        #expect(request[":path"] as? String == "/3/device/0a")
        #expect(request["apns-id"] as? String == id)
        #expect(request["apns-topic"] as? String == SendFolder.topic)
        #expect(request["apns-push-type"] as? String == "alert")
        #expect(request["apns-priority"] as? String == "10")
        #expect(request["apns-collapse-id"] as? String == "c")
        let expiration = try #require((request["apns-expiration"] as? String).flatMap(UInt64.init))
        let now = Timestamp.now().seconds
        #expect((now + 3500...now + 3600).contains(expiration))
        let body = try #require(request["body"] as? String)
        #expect(body.contains("encrypted-content"))
        #expect(!body.contains("Secret title"))
    }

    @Test("Credentials may come from the environment, which names a file and never holds a secret")
    func environment() async throws {
        let key = try folder.folder.write(
            "AuthKey_KEY1234567.p8",
            String(contentsOfFile: apns.path("key.p8"), encoding: .utf8)
        )
        let run = try await folder.process(
            ["--to", "phone", "--body", "x"] + apns.options,
            environment: ["SEALEDPUSH_APNS_CREDENTIALS": key, "SEALEDPUSH_APNS_TEAM_ID": "TEAM123456"]
        )
        #expect(run.code == 0, "\(run.error)")
    }

    @Test("A proxy in the environment is gone through, and blamed where it is not there")
    func proxy() async throws {
        let proxy = try await TestProxy.start()
        let arguments = ["--to", "phone", "--body", "x"] + apns.options + apns.credentials
        let run = try await folder.process(arguments, environment: proxy.environment)
        #expect(run.code == 0, "\(run.error)")
        #expect(try await proxy.nextTarget() == apns.options[1])
        let lost = try await folder.process(
            arguments + ["--timeout", "1"],
            environment: ["https_proxy": "http://127.0.0.1:9"]
        )
        #expect(lost.code == 75)
        #expect(
            lost.error.contains("check the network, the proxy that https_proxy or all_proxy names, and that a firewall")
        )
        let direct = try await folder.process(
            arguments,
            environment: ["https_proxy": "http://127.0.0.1:9", "no_proxy": "localhost"]
        )
        #expect(direct.code == 0, "\(direct.error)")
    }

    @Test("A certificate will do as well, in one file, in two, or under a passphrase")
    func certificate() async throws {
        let words = try folder.folder.write("words", "correct horse\n")
        for credentials in [
            ["--credentials", apns.path("client.pem")],
            ["--credentials", apns.path("client-cert.pem"), "--certificate-key", apns.path("client-key.pem")],
            ["--credentials", apns.path("client.p12"), "--passphrase-file", words],
        ] {
            let run = try await send(credentials: credentials)
            #expect(run.code == 0, "\(run.error)")
        }
    }

    @Test(
        "A bad key is told in one line, and nobody is connected to",
        arguments: [
            ("cut.p8", 65, "damaged or cut short"), ("empty.p8", 65, "is empty"), ("text.p8", 65, "is no PEM text"),
            ("p384.p8", 65, "is an EC key on secp384r1"), ("rsa.p8", 65, "is an RSA key"),
            ("protected.p8", 65, "is protected by a passphrase"), ("public.p8", 65, "is a public key"),
            ("missing.p8", 66, "no such file or directory"), ("client-expired.pem", 65, "the certificate expired"),
            ("client-mixed.pem", 65, "the private key is not that of the certificate"),
        ] as [(String, Int32, String)]
    )
    func badKey(_ file: String, _ code: Int32, _ says: String) async throws {
        let names = file.hasSuffix(".p8") ? ["--key-id", "KEY1234567", "--team-id", "TEAM123456"] : []
        let run = try await send(credentials: ["--credentials", apns.path(file)] + names)
        #expect(run.code == code, "\(run.error)")
        #expect(run.error.hasPrefix("sealedpush: phone: "))
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1)
        #expect(run.output == "")
        #expect(try await apns.report()["connections"] as? Int == 0)
    }

    @Test("What is missing of the credentials is asked for by its option")
    func missing() async throws {
        let none = try await send(credentials: [])
        #expect(none.code == 64)
        #expect(none.error.contains("add --credentials FILE"))
        let noKey = try await send(credentials: ["--credentials", apns.path("key.p8"), "--team-id", "TEAM123456"])
        #expect(noKey.code == 64)
        #expect(noKey.error.contains("add --key-id ID"))
        let noTeam = try await send(credentials: ["--credentials", apns.path("key.p8"), "--key-id", "KEY1234567"])
        #expect(noTeam.code == 64)
        #expect(noTeam.error.contains("add --team-id ID"))
        let exposed = try folder.folder.write("exposed.p8", "x", mode: 0o644)
        let open = try await send(credentials: [
            "--credentials", exposed, "--key-id", "KEY1234567", "--team-id", "TEAM123456",
        ])
        #expect(open.code == 77)
        #expect(open.error.contains("chmod 600"))
    }

    @Test("A key that APNs refuses, a wrong authority and a host where nobody listens are one line each")
    func wayThere() async throws {
        let foreign = ["--credentials", apns.path("foreign.p8"), "--key-id", "KEY1234567", "--team-id", "TEAM123456"]
        let refused = try await send(credentials: foreign)
        #expect(refused.code == 77, "\(refused.error)")
        #expect(refused.error.contains("InvalidProviderToken"))
        let to = ["--to", "phone", "--body", "x", "--timeout", "1"] + apns.credentials
        let host = ["--host", "localhost:\(apns.port)"]
        let authority = try await folder.process(to + host + ["--ca", apns.path("other-ca.pem")])
        #expect(authority.code == 69, "\(authority.error)")
        #expect(authority.error.contains("is not trusted"))
        let noFile = try await folder.process(to + host + ["--ca", apns.path("no-ca.pem")])
        #expect(noFile.code == 66)
        #expect(noFile.error.contains("cannot read \(apns.path("no-ca.pem")): no such file"), "\(noFile.error)")
        let nobody = try await folder.process(to + ["--host", "localhost:1"])
        #expect(nobody.code == 75, "\(nobody.error)")
        #expect(nobody.error.contains("cannot connect to localhost:1"), "\(nobody.error)")
        let unknown = try await folder.process(to + host)
        #expect(unknown.code == 69, "\(unknown.error)")
        #expect(unknown.error.contains("(package ca-certificates, or those of --ca FILE)"), "\(unknown.error)")
        // What answers there is no broker, which nobody finds out of a server that is not trusted.
        try folder.device("desk", at: PushAddress(mqtt: SendFolder.mqtt("a/b", "mqtts://localhost:\(apns.port)")))
        let broker = try await folder.process(["--to", "desk", "--body", "x", "--timeout", "5"])
        #expect(broker.code == 69, "\(broker.error)")
        #expect(broker.error.contains("certificate authority with --ca FILE, or install"), "\(broker.error)")
        for run in [refused, authority, noFile, nobody, unknown, broker] {
            #expect(run.error.split(separator: "\n").count == 1)
        }
    }

    @Test("A token that the card took and APNs does not is told without the token in it")
    func oddToken() async throws {
        try folder.device("odd", token: String(repeating: "ab", count: 600))
        let run = try await folder.process(["--to", "odd", "--body", "x"] + apns.options + apns.credentials)
        #expect(run.code == 65)
        #expect(run.error.contains("too many for a device token"))
        #expect(!run.error.contains("abab"))
    }

    @Test("A device that is gone is marked, skipped the next time, and back with another token")
    func gone() async throws {
        try await apns.script("0a", 410, "Unregistered", timestamp: 1_700_000_000_000)
        let first = try await send(["--json"])
        #expect(first.code == 1)
        let error = try #require(first.json.first?["error"] as? [String: Any])
        #expect(error["kind"] as? String == "addressGone")
        #expect(error["reason"] as? String == "Unregistered")
        #expect(error["inactiveSince"] as? UInt64 == 1_700_000_000_000)
        let second = try await send()
        #expect(second.code == 1)
        #expect(
            second.error.contains(
                "'phone' is skipped: localhost:\(apns.port) said that nobody is at its address since 2023-11-14T22:13:20Z"
            )
        )
        #expect(try await apns.log().count == 1)
        let again = try await send(["--retry-dead"])
        #expect(again.code == 0, "\(again.error)")
        #expect(try await send().code == 0)
    }

    @Test("Many recipients share one connection, and each push is accepted once")
    func many() async throws {
        let names = (1...300).map { "d\($0)" }
        for (number, name) in names.enumerated() { try folder.device(name, token: String(number + 4096, radix: 16)) }
        try await apns.script(String(4096 + 7, radix: 16), 400, "BadDeviceToken")
        let list = names.joined(separator: "\n")
        let arguments = ["--to-file", "-", "--body", "x", "--json"] + apns.options + apns.credentials
        let run = try await folder.process(arguments, input: list)
        #expect(run.code == 1)
        #expect(run.error == "sealedpush: 299 of 300 sent, 1 failed\n")
        let report = try await apns.report()
        #expect(report["connections"] as? Int == 1)
        let accepted = try #require(report["accepted"] as? [String: Int])
        #expect(accepted.count == 299)
        #expect(accepted.values.allSatisfy { $0 == 1 })
        let told = run.json.filter { $0["status"] as? String == "accepted" }.compactMap { $0["messageID"] as? String }
        #expect(Set(told) == Set(accepted.keys))
    }

    @Test("A rehearsal checks everything, says what would be sent, and connects to nobody")
    func rehearsal() async throws {
        let run = try await send(["--dry-run", "--priority", "5"])
        #expect(run.code == 0, "\(run.error)")
        let place = "localhost:\(apns.port)"
        #expect(run.output.hasPrefix("phone: would send "))
        #expect(run.output.contains(" bytes to \(place), topic com.example.app, type alert, priority 5, until "))
        #expect(!run.output.contains("0a"))
        let line = #"{"to":"phone","payload":{"aps":{"alert":"x"}}}"#
        let queue = try await folder.process(["--queue", "--dry-run"] + apns.options + apns.credentials, input: line)
        #expect(queue.json.first?["status"] as? String == "planned")
        #expect(queue.error == "sealedpush: note: 1 of 1 would be sent\n")
        let bad = try await send(
            ["--dry-run"],
            credentials: ["--credentials", apns.path("p384.p8"), "--key-id", "KEY1234567", "--team-id", "TEAM123456"]
        )
        #expect(bad.code == 65)
        #expect(try await apns.report()["connections"] as? Int == 0)
    }
}

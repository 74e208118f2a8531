// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushSend

/// Where credentials come from, what they are taken for, and what is wrong with them.
struct CredentialTests {
    private let folder: SendFolder
    private let apns: TestAPNs
    private static let ids = ["SEALEDPUSH_APNS_KEY_ID": "KEY1234567", "SEALEDPUSH_APNS_TEAM_ID": "TEAM123456"]
    private static let names = ["--key-id", "KEY1234567", "--team-id", "TEAM123456"]

    init() async throws {
        folder = try SendFolder()
        apns = try await TestAPNs.start()
        try folder.device("phone", token: "0a")
    }

    /// Checks credentials and connects to nobody.
    private func check(
        _ options: [String],
        input: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> SendRun {
        try await folder.networked(
            ["--to", "phone", "--body", "x", "--dry-run"] + options,
            input: input,
            environment: environment
        )
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: apns.path(name), encoding: .utf8) }

    @Test("What is in a file says what it is, whatever it is called: secrets of services have no suffix")
    func noSuffix() async throws {
        let key = try folder.folder.write("apns", text("key.p8"))
        #expect(try await check(["--credentials", key], environment: Self.ids).code == 0)
        let byVariable = ["SEALEDPUSH_APNS_CREDENTIALS": key].merging(Self.ids) { $1 }
        #expect(try await check([], environment: byVariable).code == 0)
        let certificate = try folder.folder.write("both", text("client.pem"))
        #expect(try await check(["--credentials", certificate], environment: Self.ids).code == 0)
        let words = try folder.folder.write("words", "correct horse")
        let p12 = ["--credentials", apns.path("client.p12"), "--passphrase-file", words]
        #expect(try await check(p12, environment: Self.ids).code == 0)
        let unnamed = try await check(["--credentials", key])
        #expect(unnamed.code == 64)
        #expect(unnamed.error.contains("add --key-id ID, or set SEALEDPUSH_APNS_KEY_ID"))
    }

    @Test("A key comes on standard input, or through a shell's pipe, as well")
    func streams() async throws {
        let key = try text("key.p8")
        #expect(try await check(["--credentials", "-"] + Self.names, input: key).code == 0)
        let words = ["--credentials", apns.path("client.p12"), "--passphrase-file", "-"]
        #expect(try await check(words, input: "correct horse\n").code == 0)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        _ = key.utf8.withContiguousStorageIfAvailable { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        let piped = try await check(["--credentials", "/dev/fd/\(ends[0])"] + Self.names)
        #expect(piped.code == 0, "\(piped.error)")
    }

    @Test("Standard input is one thing only")
    func oneInput() async throws {
        let key = ["--credentials", "-"] + Self.names
        for arguments in [
            ["--to", "phone"], ["--to", "phone", "-"], ["--to-file", "-", "--body", "x"], ["--queue"],
            ["--to", "phone", "--body", "x", "--from", "-"],
            ["--to", "phone", "--body", "x", "--passphrase-file", "-"],
        ] {
            let run = try await folder.networked(arguments + key + ["--dry-run"])
            #expect(run.code == 64, "\(arguments)")
            #expect(run.error.contains("standard input can be one thing only"), "\(run.error)")
        }
        let certificate = try await check(["--credentials", "-"], input: try text("client.pem"))
        #expect(certificate.code == 64)
        #expect(certificate.error.contains("standard input can be read once, and this is read for each connection"))
    }

    @Test("At a named pipe nobody waits for a writer")
    func namedPipe() async throws {
        let path = folder.folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let p12 = ["--credentials", apns.path("client.p12")]
        for options in [
            ["--credentials", path] + Self.names, p12 + ["--passphrase-file", path],
            ["--credentials", apns.path("client-cert.pem"), "--certificate-key", path],
            ["--credentials", apns.path("key.p8"), "--ca", path] + Self.names,
        ] {
            let run = try await check(options)
            #expect(run.code == 66, "\(run.error)")
            #expect(run.error.contains("\(path) is a pipe"), "\(run.error)")
        }
        for arguments in [
            ["--to", "phone", path], ["--to-file", path, "--body", "x"],
            ["--to", "phone", "--body", "x", "--from", path],
        ] {
            #expect(try await folder.networked(arguments).code == 66)
        }
    }

    @Test("What belongs to the other kind of credentials is refused, and not passed over")
    func otherKind() async throws {
        let key = ["--credentials", apns.path("key.p8")] + Self.names
        for more in [["--certificate-key", apns.path("client-key.pem")], ["--passphrase-file", apns.path("key.p8")]] {
            let run = try await check(key + more)
            #expect(run.code == 64)
            #expect(run.error.contains("goes with a certificate"), "\(run.error)")
        }
        let run = try await check(["--credentials", apns.path("client.pem"), "--team-id", "TEAM123456"])
        #expect(run.code == 64)
        #expect(run.error.contains("--team-id goes with a token key"))
    }

    @Test("A passphrase that is missing or wrong is a matter of permission, and names its option")
    func passphrase() async throws {
        let wrong = try folder.folder.write("wrong", "battery staple")
        for file in ["client.p12", "client-protected.pem"] {
            let none = try await check(["--credentials", apns.path(file)])
            #expect(none.code == 77)
            #expect(none.error.hasSuffix("is protected by a passphrase: give it with --passphrase-file FILE\n"))
            let other = try await check(["--credentials", apns.path(file), "--passphrase-file", wrong])
            #expect(other.code == 77)
            #expect(other.error.hasSuffix("has another passphrase than --passphrase-file says\n"))
            #expect(!other.error.contains("staple"))
        }
    }

    @Test("A file that is missing is 66, whichever option names it, and one of another kind 65")
    func files() async throws {
        let none = folder.folder.path("none")
        let key = ["--credentials", apns.path("key.p8")] + Self.names
        for options in [
            ["--credentials", none] + Self.names, key + ["--ca", none],
            ["--credentials", apns.path("client.p12"), "--passphrase-file", none],
            ["--credentials", apns.path("client-cert.pem"), "--certificate-key", none],
        ] {
            let run = try await check(options)
            #expect(run.code == 66)
            #expect(run.error.contains("cannot read \(none): no such file or directory"), "\(run.error)")
        }
        let noAuthority = try await check(key + ["--ca", apns.path("text.p8")])
        #expect(noAuthority.code == 65)
        #expect(noAuthority.error.contains("holds no certificate in PEM"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Keys and certificates")
struct CredentialTests {
    @Test(
        "a file that is no token key is refused with what it is",
        arguments: [
            ("empty.p8", "is empty; expected the file AuthKey_….p8"), ("text.p8", "is no PEM text"),
            ("cut.p8", "is a private key that was damaged or cut short"), ("public.p8", "is a public key"),
            ("protected.p8", "is protected by a passphrase"), ("p384.p8", "is an EC key on secp384r1; APNs takes"),
            ("rsa.p8", "is an RSA key; APNs takes"), ("client-cert.pem", "is a certificate and no key"),
            ("client.p12", "is no PEM text"),
        ]
    )
    func wrongKeyFile(file: String, text: String) async throws {
        let server = try await TestAPNs.shared()
        let error = #expect(throws: APNsError.self) { try server.credentials(file) }
        #expect(error?.code == .badCredentials)
        #expect(error?.description.hasPrefix("\(server.path(file)): \(text)") == true, "\(String(describing: error))")
    }

    @Test("a key file that is not there, or is open to everyone, or has no end, is refused")
    func unreadable() async throws {
        let server = try await TestAPNs.shared()
        let folder = try TemporaryDirectory()
        let key = try Data(contentsOf: URL(filePath: server.path("key.p8")))
        let open = try folder.write("open.p8", key, mode: 0o644)
        func error(_ path: String) -> APNsError? {
            #expect(throws: APNsError.self) {
                try APNsCredentials.token(file: path, keyID: TestAPNs.keyID, teamID: TestAPNs.teamID)
            }
        }
        #expect(error(folder.path("none.p8"))?.code == .file)
        #expect(error(open)?.code == .exposedFile)
        #expect(error(open)?.description.contains("chmod 600") == true)
        #expect(error("/dev/zero")?.code == .badCredentials)
    }

    @Test("a key from memory signs as one from a file")
    func fromMemory() async throws {
        let server = try await TestAPNs.shared()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: server.path("key.p8"))))
        let credentials = try APNsCredentials.token(
            key: SecretBytes(bytes),
            keyID: TestAPNs.keyID,
            teamID: TestAPNs.teamID
        )
        let client = try APNsClient(server.configuration(credentials))
        #expect(try await client.send(Sample.request(500)).attempts == 1)
    }

    @Test("ids are 10 capitals and digits", arguments: ["", "KEY123456", "key1234567", "KEY12345678", "KEY1234\"67"])
    func badIDs(id: String) async throws {
        let server = try await TestAPNs.shared()
        let error = #expect(throws: APNsError.self) { try server.credentials(keyID: id) }
        #expect(error?.code == .badCredentials)
        #expect(error?.description.hasPrefix("the key id must be 10 characters A-Z, 0-9") == true)
    }

    @Test("a key for the other environment, and one that is not the key id's, are told apart")
    func refusedKeys() async throws {
        let server = try await TestAPNs.shared()
        let elsewhere = try server.credentials("elsewhere.p8", keyID: "OTHERENVKY")
        let error = try await APNsClient(server.configuration(elsewhere)).failure(Sample.request(501))
        #expect(error.code == .credentialsRefused)
        #expect(error.description.hasSuffix("the key is for the other environment: compare development and production"))
        let foreign = try server.credentials("foreign.p8")
        let other = try await APNsClient(server.configuration(foreign)).failure(Sample.request(502))
        #expect(other.reason == .invalidProviderToken)
        #expect(
            other.description.hasSuffix("key id, team id and key file do not belong together, or the key was revoked")
        )
        #expect(other.attempts == 1)
    }

    private static let passphrase = [UInt8]("correct horse".utf8)

    @Test(
        "a client certificate takes the place of a token",
        arguments: [
            ("client.pem", nil, false), ("client-cert.pem", "client-key.pem", false),
            ("client-protected.pem", nil, true),
            ("client.p12", nil, true),
        ] as [(String, String?, Bool)]
    )
    func certificate(file: String, keyFile: String?, isProtected: Bool) async throws {
        let server = try await TestAPNs.start()
        let credentials = try APNsCredentials.certificate(
            file: server.path(file),
            keyFile: keyFile.map(server.path),
            passphrase: isProtected ? SecretBytes(Self.passphrase) : nil
        )
        let client = try APNsClient(server.configuration(credentials))
        #expect(try await client.send(Sample.request()).attempts == 1)
        let report = try await server.report()
        #expect(report.tokens == 0)
        #expect(report.log.first?.issuedAt == nil)
        var location = Sample.request()
        (location.pushType, location.topic) = (.location, "com.example.app.location-query")
        let error = try await client.failure(location)
        #expect(error.code == .badRequest)
        #expect(error.description.hasPrefix("pushes of type location need a token key"))
    }

    @Test(
        "a certificate that cannot be used is refused with the reason, before a connection",
        arguments: [
            ("client-cert.pem", nil, "holds no private key, or a damaged one"),
            ("client-protected.pem", nil, "is protected by a passphrase: give it"),
            ("client-protected.pem", "wrong", "has another passphrase"),
            ("client.p12", nil, "is protected by a passphrase: give it"),
            ("client.p12", "wrong", "has another passphrase"),
            ("client.der", nil, "is neither PEM nor P12"),
            ("client-mixed.pem", nil, "the private key is not that of the certificate"),
            ("client-expired.pem", nil, "the certificate expired on 20"),
            ("key.p8", nil, "holds no certificate, or a damaged one"),
            ("text.p8", nil, "is neither PEM nor P12"),
        ] as [(String, String?, String)]
    )
    func wrongCertificate(file: String, passphrase: String?, text: String) async throws {
        let server = try await TestAPNs.shared()
        let error = try #require(throws: APNsError.self) {
            try APNsCredentials.certificate(
                file: server.path(file),
                passphrase: passphrase.map { try SecretBytes([UInt8]($0.utf8)) }
            )
        }
        #expect(error.code == .badCredentials)
        #expect(error.description.contains(": \(text)"), "\(error)")
    }
}

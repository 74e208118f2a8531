// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushMQTT

@Suite("The configuration of an MQTT client")
struct MQTTConfigurationTests {
    private func error(_ configuration: MQTTConfiguration) throws -> MQTTError {
        try #require(throws: MQTTError.self) { try configuration.check() }
    }

    private func configuration(_ credentials: MQTTCredentials, url: String = "mqtts://b") throws -> MQTTConfiguration {
        MQTTConfiguration(broker: try MQTTBroker(url: url), credentials: credentials)
    }

    @Test(
        "reads a password without the line's end",
        arguments: [
            ("secret\n", "secret"), ("secret\r\n", "secret"), ("secret", "secret"), (" a\n\n", " a\n"), ("a\r", "a\r"),
        ]
    )
    func passwords(content: String, password: String) throws {
        let folder = try TemporaryDirectory()
        let credentials = MQTTCredentials(userName: "me", passwordFile: try folder.write("password", content))
        let bytes = try #require(try credentials.password())
        #expect(bytes.withCopy { String(decoding: $0, as: UTF8.self) } == password)
    }

    @Test("refuses a password file without a password", arguments: ["", "\n", "\r\n", "a\u{0}b"])
    func noPassword(content: String) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("password", content)
        let error = try error(configuration(MQTTCredentials(userName: "me", passwordFile: file)))
        #expect(error.code == .badCredentials)
    }

    @Test("refuses secrets that everyone can read, with the command that mends it")
    func exposed() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("password", "hunter2\n", mode: 0o644)
        let error = try error(configuration(MQTTCredentials(userName: "me", passwordFile: file)))
        #expect(error.code == .exposedFile)
        #expect(error.description.contains("chmod 600"))
        #expect(!error.description.contains("hunter2"))
    }

    @Test("says which file is missing")
    func missing() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("nothing")
        let password = try error(configuration(MQTTCredentials(userName: "me", passwordFile: path)))
        #expect(password.code == .file)
        #expect(password.description.contains(path))
        var authorities = try configuration(MQTTCredentials())
        authorities.certificateAuthorities = path
        #expect(try error(authorities).description.contains(path))
        let certificate = try configuration(MQTTCredentials(certificateFile: path, keyFile: path))
        #expect(try error(certificate).description.contains(path))
    }

    @Test("refuses files that hold something else")
    func otherContent() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("other", "not PEM\n")
        var authorities = try configuration(MQTTCredentials())
        authorities.certificateAuthorities = file
        #expect(try error(authorities).code == .badCredentials)
        #expect(try error(configuration(MQTTCredentials(certificateFile: file, keyFile: file))).code == .badCredentials)
    }

    @Test("refuses what does not go together")
    func contradictions() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("password", "secret\n")
        var lonely = MQTTCredentials()
        lonely.passwordFile = file
        #expect(try error(configuration(lonely)).code == .badConfiguration)
        var half = MQTTCredentials()
        half.certificateFile = file
        #expect(try error(configuration(half)).code == .badConfiguration)
        let plain = try configuration(MQTTCredentials(certificateFile: file, keyFile: file), url: "mqtt://b")
        #expect(try error(plain).description.contains("without TLS"))
        var authorities = try configuration(MQTTCredentials(), url: "mqtt://b")
        authorities.certificateAuthorities = file
        #expect(try error(authorities).description.contains("without TLS"))
    }

    @Test("refuses numbers out of range")
    func ranges() throws {
        var configuration = try configuration(MQTTCredentials(), url: "mqtt://b")
        configuration.keepAlive = 9
        #expect(try error(configuration).code == .badConfiguration)
        configuration.keepAlive = 10
        configuration.connectTimeout = .zero
        #expect(try error(configuration).code == .badConfiguration)
        configuration.connectTimeout = .seconds(1)
        configuration.reconnection.longestDelay = .zero
        #expect(try error(configuration).code == .badConfiguration)
        configuration.reconnection = MQTTReconnection()
        try configuration.check()
        let unlucky = configuration
        #expect(throws: MQTTError.self) { try MQTTPublisher(unlucky, maximumOutstanding: 0) }
        var retry = MQTTRetryPolicy()
        retry.attempts = 0
        let never = retry
        #expect(throws: MQTTError.self) { try MQTTPublisher(unlucky, retry: never) }
        #expect(throws: MQTTError.self) {
            try MQTTSubscriber(unlucky, clientID: .random(), topics: []) { $0.acknowledge() }
        }
        #expect(throws: MQTTError.self) {
            try MQTTSubscriber(unlucky, clientID: .random(), topics: [.random()], sessionExpiry: 0) { $0.acknowledge() }
        }
    }

    @Test(
        "waits longer after each failure, up to a limit, and is never in step with others",
        arguments: [
            (1, false, 0.0, 0.5), (1, false, 1.0, 1), (2, false, 1.0, 2), (3, false, 0.0, 2), (7, false, 1.0, 60),
            (100_000, false, 1.0, 60), (1, true, 0.0, 150), (9, true, 1.0, 300),
        ]
    )
    func delays(failures: Int, isPermanent: Bool, jitter: Double, seconds: Double) {
        let delay = MQTTReconnection().delay(after: failures, isPermanent: isPermanent, jitter: jitter)
        #expect(delay == .seconds(seconds))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import SealedPushMQTT
import TestSupport
import Testing

@Suite("Under TLS")
struct MQTTSecureTests {
    struct NotLost: Error {}

    private let certificates: Certificates

    init() throws { certificates = try Certificates() }

    /// A broker with that certificate, and how to reach it.
    private func broker(
        _ name: String,
        settings: [String] = ["allow_anonymous true"]
    ) async throws -> (Mosquitto, MQTTConfiguration) {
        let broker = try await Mosquitto(
            [
                "cafile \(certificates.path("ca.pem"))", "certfile \(certificates.path("\(name).pem"))",
                "keyfile \(certificates.path("\(name).key"))",
            ] + settings
        )
        var configuration = try broker.configuration(url: "mqtts://127.0.0.1:\(broker.port)")
        configuration.certificateAuthorities = certificates.path("ca.pem")
        return (broker, configuration)
    }

    private func failure(_ configuration: MQTTConfiguration) async throws -> MQTTError {
        let device = try Device(configuration)
        guard case .lost(let error) = try await device.states.wait(count: 1)[0] else { throw NotLost() }
        #expect(!error.description.contains("\n"))
        await device.subscriber.close()
        return error
    }

    @Test("a push arrives, of any size and by address or by name", arguments: ["127.0.0.1", "localhost"])
    func delivers(host: String) async throws {
        try certificates.make("good", subjectAltName: "DNS:localhost,IP:127.0.0.1")
        let (broker, reaching) = try await broker("good")
        defer { broker.stop(SIGKILL) }
        var configuration = reaching
        configuration.broker = try MQTTBroker(url: "mqtts://\(host):\(broker.port)")
        let device = try Device(configuration)
        try await device.connected()
        let publisher = try MQTTPublisher(configuration)
        let topic = device.topic
        let sizes = [0, 1, 1000, 16_383, 16_384, 16_385, 65_536]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for size in sizes {
                group.addTask { try await publisher.publish([UInt8](repeating: 1, count: size), to: topic) }
            }
            try await group.waitForAll()
        }
        let deliveries = try await device.deliveries.wait(count: sizes.count)
        #expect(deliveries.map { $0.message.payload.count }.sorted() == sizes)
    }

    @Test("a certificate by a stranger is refused")
    func stranger() async throws {
        try certificates.make("good", subjectAltName: "IP:127.0.0.1")
        let (broker, reaching) = try await broker("good")
        defer { broker.stop(SIGKILL) }
        var configuration = reaching
        configuration.certificateAuthorities = certificates.path("other-ca.pem")
        let error = try await failure(configuration)
        #expect(error.code == .untrustedServer)
        #expect(error.description.contains("give the file of the broker's certificate authority"), "\(error)")
        configuration.certificateAuthorities = nil
        #expect(try await failure(configuration).code == .untrustedServer)
    }

    @Test("a certificate that has expired is refused")
    func expired() async throws {
        try certificates.make("old", subjectAltName: "IP:127.0.0.1", days: -1)
        let (broker, configuration) = try await broker("old")
        defer { broker.stop(SIGKILL) }
        let error = try await failure(configuration)
        #expect(error.code == .expiredCertificate)
        #expect(error.description.contains("certificate has expired"), "\(error)")
    }

    @Test(
        "a certificate for another name is refused",
        arguments: ["DNS:other.example", "IP:127.0.0.2", "DNS:127.0.0.1.example"]
    )
    func wrongName(name: String) async throws {
        try certificates.make("other", subjectAltName: name)
        let (broker, configuration) = try await broker("other")
        defer { broker.stop(SIGKILL) }
        let error = try await failure(configuration)
        #expect(error.code == .wrongName)
        #expect(error.description.contains("connect by the name it was made for"), "\(error)")
    }

    @Test("a client certificate is shown where the broker wants one")
    func clientCertificate() async throws {
        try certificates.make("good", subjectAltName: "IP:127.0.0.1")
        try certificates.make("client", subjectAltName: "DNS:client")
        let (broker, reaching) = try await broker(
            "good",
            settings: ["require_certificate true", "use_identity_as_username true"]
        )
        defer { broker.stop(SIGKILL) }
        var configuration = reaching
        let error = try await failure(configuration)
        #expect(error.description.contains("client certificate"), "\(error)")
        configuration.credentials = MQTTCredentials(
            certificateFile: certificates.path("client.pem"),
            keyFile: certificates.path("client.key")
        )
        let device = try Device(configuration)
        try await device.connected()
    }

    @Test("a key that is not the certificate's is refused before any connection")
    func wrongKey() throws {
        try certificates.make("client", subjectAltName: "DNS:client")
        try certificates.make("good", subjectAltName: "IP:127.0.0.1")
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtts://127.0.0.1"))
        configuration.credentials = MQTTCredentials(
            certificateFile: certificates.path("client.pem"),
            keyFile: certificates.path("good.key")
        )
        let error = try #require(throws: MQTTError.self) { try MQTTPublisher(configuration) }
        #expect(error.code == .badCredentials)
    }

    @Test("a port without TLS is recognised, and the other way round")
    func mixedUp() async throws {
        let plain = try await Mosquitto()
        defer { plain.stop(SIGKILL) }
        var configuration = try plain.configuration(url: "mqtts://127.0.0.1:\(plain.port)")
        configuration.connectTimeout = .seconds(5)
        let error = try await failure(configuration)
        #expect(error.description.contains("check that the port is one for TLS"), "\(error)")
        try certificates.make("good", subjectAltName: "IP:127.0.0.1")
        let (secure, _) = try await broker("good")
        defer { secure.stop(SIGKILL) }
        let other = try await failure(secure.configuration())
        #expect(other.description.contains("with or without TLS"), "\(other)")
    }
}

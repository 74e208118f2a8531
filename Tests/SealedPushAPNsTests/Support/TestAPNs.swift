// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import SealedPushAPNs

/// A test APNs, with the clients that lead there.
final class TestAPNs: Sendable {
    /// What happens to a request instead of being accepted.
    enum Fault: Sendable {
        case answer(Int, String, timestamp: Int? = nil)
        case named(String)

        var json: [String: Any] {
            switch self {
            case .named(let name): ["fault": name]
            case .answer(let status, let reason, nil): ["status": status, "reason": reason]
            case .answer(let status, let reason, let timestamp?):
                ["status": status, "reason": reason, "timestamp": timestamp]
            }
        }
    }

    static let keyID = "KEY1234567"
    static let teamID = "TEAM123456"
    static let topic = "com.example.app"

    private let server: APNsServer

    /// One for the tests that do not change how it behaves, each with devices of its own.
    static func shared() async throws -> TestAPNs { try await sharing.value }

    private static let sharing = Task { try await start() }

    /// - Parameter alpn: what it speaks; anything but `h2` makes it an HTTP/1.1 server.
    static func start(alpn: String = "h2") async throws -> TestAPNs {
        TestAPNs(try await APNsServer.start(alpn: alpn))
    }

    private init(_ server: APNsServer) { self.server = server }

    var port: UInt16 { server.port }
    func path(_ name: String) -> String { server.path(name) }

    // MARK: Clients

    var environment: APNsEnvironment { APNsEnvironment(host: "localhost", port: port) }

    func credentials(_ file: String = "key.p8", keyID: String = keyID) throws -> APNsCredentials {
        try .token(file: path(file), keyID: keyID, teamID: Self.teamID)
    }

    /// Quick to try again, and trusting this server.
    func configuration(_ credentials: APNsCredentials? = nil) throws -> APNsClient.Configuration {
        var configuration = APNsClient.Configuration(
            environment: environment,
            credentials: try credentials ?? self.credentials()
        )
        configuration.certificateAuthorities = path("ca.pem")
        configuration.ignoresProxy = true
        configuration.retry.firstDelay = .milliseconds(1)
        configuration.retry.longestDelay = .milliseconds(20)
        return configuration
    }

    func client(_ change: (inout APNsClient.Configuration) -> Void = { _ in }) throws -> APNsClient {
        var configuration = try configuration()
        change(&configuration)
        return try APNsClient(configuration)
    }

    // MARK: Commands

    func script(_ device: String, _ faults: Fault...) async throws { try await script([device: faults]) }

    func script(_ faults: [String: [Fault]]) async throws {
        try await server.command(["do": "script", "faults": faults.mapValues { $0.map(\.json) }])
    }

    func set(_ name: String, _ value: Any) async throws { try await server.command(["do": "set", name: value]) }

    /// Waits until that many requests have come in all.
    func waitForRequests(_ count: Int) async throws { try await server.command(["do": "wait", "requests": count]) }

    func goAway() async throws { try await server.command(["do": "goaway"]) }
    func cut() async throws { try await server.command(["do": "cut"]) }
    /// All connections there are take no notice of anything any more.
    func deafen() async throws { try await server.command(["do": "deafen"]) }
    func release() async throws { try await server.command(["do": "release"]) }
    func report() async throws -> Report { Report(try await server.command(["do": "report"])) }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A test APNs, with the options that lead the program there.
final class TestAPNs: Sendable {
    private let server: APNsServer

    static func start() async throws -> TestAPNs { TestAPNs(try await APNsServer.start()) }

    private init(_ server: APNsServer) { self.server = server }

    var port: UInt16 { server.port }
    func path(_ name: String) -> String { server.path(name) }

    /// The options that lead the program here.
    var options: [String] { ["--host", "localhost:\(port)", "--ca", path("ca.pem")] }

    /// The options of who sends.
    var credentials: [String] {
        ["--credentials", path("key.p8"), "--key-id", "KEY1234567", "--team-id", "TEAM123456"]
    }

    /// Answers the next request for a device with this.
    func script(_ device: String, _ status: Int, _ reason: String, timestamp: UInt64? = nil) async throws {
        var fault: [String: Any] = ["status": status, "reason": reason]
        fault["timestamp"] = timestamp
        try await server.command(["do": "script", "faults": [device: [fault]]])
    }

    /// Keeps the next request for a device until `release`.
    func hold(_ device: String) async throws {
        try await server.command(["do": "script", "faults": [device: [["fault": "held"]]]])
    }

    func release() async throws { try await server.command(["do": "release"]) }
    func waitForRequests(_ count: Int) async throws { try await server.command(["do": "wait", "requests": count]) }
    func report() async throws -> [String: Any] { try await server.command(["do": "report"]) }

    /// All requests so far, headers and body.
    func log() async throws -> [[String: Any]] { try await report()["log"] as? [[String: Any]] ?? [] }
}

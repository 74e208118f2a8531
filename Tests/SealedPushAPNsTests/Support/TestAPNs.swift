// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

/// The test APNs in Python, one process for each instance: HTTP/2 over TLS on loopback, Apple's rules, faults on demand.
final class TestAPNs: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

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

    let port: UInt16
    private let folder: TemporaryDirectory
    private let child: Child
    private let input: Int32
    private let output: Int32
    /// One command at a time.
    private let turn = Lock(false)

    /// One for the tests that do not change how it behaves, each with devices of its own.
    static func shared() async throws -> TestAPNs { try await sharing.value }

    private static let sharing = Task { try await start() }

    /// - Parameter alpn: what it speaks; anything but `h2` makes it an HTTP/1.1 server.
    static func start(alpn: String = "h2") async throws -> TestAPNs {
        try await Blocking.run { try TestAPNs(alpn: alpn) }
    }

    private init(alpn: String) throws {
        folder = try TemporaryDirectory()
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        // Sockets and no pipes: they are close-on-exec from the first instant, whoever else starts a child just then.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &toChild) == 0)
        try #require(socketpair(AF_UNIX, kind, 0, &fromChild) == 0)
        let script = TestFiles.tests.appending(path: "Fixtures/apns/apns_server.py").path
        child = try Child("python3", [script, folder.url.path, alpn], descriptors: [toChild[0], fromChild[1], 2])
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        output = fromChild[0]
        guard let line = try? Self.parse(Self.readLine(fromChild[0])), let port = line["port"] as? Int else {
            throw Failure(
                description: "the test APNs does not start: python3 with h2 and cryptography is needed: "
                    + "python3 -m pip install h2 cryptography (Tests/run.sh does it)"
            )
        }
        self.port = UInt16(port)
    }

    deinit {
        close(input)
        kill(child.pid, SIGKILL)
        _ = child.wait()
        close(output)
    }

    func path(_ name: String) -> String { folder.path(name) }

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
        try await command(["do": "script", "faults": faults.mapValues { $0.map(\.json) }])
    }

    func set(_ name: String, _ value: Any) async throws { try await command(["do": "set", name: value]) }

    /// Waits until that many requests have come in all.
    func waitForRequests(_ count: Int) async throws { try await command(["do": "wait", "requests": count]) }

    func goAway() async throws { try await command(["do": "goaway"]) }
    func cut() async throws { try await command(["do": "cut"]) }
    /// All connections there are take no notice of anything any more.
    func deafen() async throws { try await command(["do": "deafen"]) }
    func release() async throws { try await command(["do": "release"]) }
    func report() async throws -> Report { Report(try await command(["do": "report"])) }

    @discardableResult
    private func command(_ message: [String: Any]) async throws -> [String: Any] {
        let line = try JSONSerialization.data(withJSONObject: message) + Data("\n".utf8)
        return try Self.parse(await Blocking.run { try self.exchange([UInt8](line)) })
    }

    private func exchange(_ line: [UInt8]) throws -> [UInt8] {
        try turn.withLock { _ in
            var written = 0
            while written < line.count {
                let count = line[written...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
                guard count > 0 else { throw Failure(description: "the test APNs has ended") }
                written += count
            }
            return try Self.readLine(output)
        }
    }

    private static func parse(_ line: [UInt8]) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
            throw Failure(description: "the test APNs does not speak JSON")
        }
        if let error = object["error"] as? String { throw Failure(description: "test APNs: \(error)") }
        return object
    }

    /// One line, within a minute and a half.
    private static func readLine(_ descriptor: Int32) throws -> [UInt8] {
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while line.last != UInt8(ascii: "\n") {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 90_000) == 1 else { throw Failure(description: "the test APNs does not answer") }
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { throw Failure(description: "the test APNs has ended") }
            line += part[..<count]
        }
        return line
    }
}

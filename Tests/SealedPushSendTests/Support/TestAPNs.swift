// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// The test APNs in Python, one process for each instance: HTTP/2 over TLS on loopback, Apple's rules, faults on demand.
final class TestAPNs: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let port: UInt16
    private let folder: TemporaryDirectory
    private let child: Child
    private let input: Int32
    private let output: Int32
    /// One command at a time.
    private let turn = Lock(())

    static func start() async throws -> TestAPNs { try await Blocking.run { try TestAPNs() } }

    private init() throws {
        folder = try TemporaryDirectory()
        // Sockets and no pipes: they are close-on-exec from the first instant, whoever else starts a child just then. Two of
        // them, for the server never waits at its input, and must where it writes.
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &toChild) == 0)
        try #require(socketpair(AF_UNIX, kind, 0, &fromChild) == 0)
        let script = TestFiles.tests.appending(path: "Fixtures/apns/apns_server.py").path
        child = try Child("python3", [script, folder.url.path], descriptors: [toChild[0], fromChild[1], 2])
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        output = fromChild[0]
        guard let line = try? Self.readLine(output), let port = line["port"] as? Int else {
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
        try await command(["do": "script", "faults": [device: [fault]]])
    }

    /// Keeps the next request for a device until `release`.
    func hold(_ device: String) async throws {
        try await command(["do": "script", "faults": [device: [["fault": "held"]]]])
    }

    func release() async throws { try await command(["do": "release"]) }
    func waitForRequests(_ count: Int) async throws { try await command(["do": "wait", "requests": count]) }
    func report() async throws -> [String: Any] { try await command(["do": "report"]) }

    /// All requests so far, headers and body.
    func log() async throws -> [[String: Any]] { try await report()["log"] as? [[String: Any]] ?? [] }

    @discardableResult
    private func command(_ message: [String: Any]) async throws -> sending [String: Any] {
        let line = try JSONSerialization.data(withJSONObject: message) + Data("\n".utf8)
        let answer = try await Blocking.run {
            try self.turn.withLock { _ in
                try line.withUnsafeBytes { bytes in
                    guard write(self.input, bytes.baseAddress, bytes.count) == bytes.count else {
                        throw Failure(description: "the test APNs has ended")
                    }
                }
                return try JSONSerialization.data(withJSONObject: Self.readLine(self.output))
            }
        }
        return try #require(JSONSerialization.jsonObject(with: answer) as? [String: Any])
    }

    /// One line, within a minute and a half.
    private static func readLine(_ descriptor: Int32) throws -> [String: Any] {
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while line.last != UInt8(ascii: "\n") {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 90_000) == 1 else { throw Failure(description: "the test APNs does not answer") }
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { throw Failure(description: "the test APNs has ended") }
            line += part[..<count]
        }
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
        if let error = object["error"] as? String { throw Failure(description: "test APNs: \(error)") }
        return object
    }
}

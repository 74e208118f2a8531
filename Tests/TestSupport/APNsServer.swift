// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The test APNs in Python, one process for each instance: HTTP/2 over TLS on loopback, Apple's rules, faults on demand.
package final class APNsServer: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package let port: UInt16
    private let folder: TemporaryDirectory
    private let child: Child
    private let input: Int32
    private let output: Int32
    /// One command at a time.
    private let turn = NSLock()

    /// - Parameter alpn: what it speaks; anything but `h2` makes it an HTTP/1.1 server.
    package static func start(alpn: String = "h2") async throws -> APNsServer {
        try await Blocking.run { try APNsServer(alpn: alpn) }
    }

    private init(alpn: String) throws {
        folder = try TemporaryDirectory()
        // Two of them, for the server never waits at its input, and must where it writes.
        let (toChild, fromChild) = try (Self.sockets(), Self.sockets())
        let script = TestFiles.tests.appending(path: "Fixtures/apns/apns_server.py").path
        child = try Child("python3", [script, folder.url.path, alpn], descriptors: [toChild.its, fromChild.its, 2])
        close(toChild.its)
        close(fromChild.its)
        (input, output) = (toChild.ours, fromChild.ours)
        guard let line = try? Self.parse(Self.readLine(output)), let port = line["port"] as? Int else {
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

    /// A file that it has made: `ca.pem`, `key.p8`.
    package func path(_ name: String) -> String { folder.path(name) }

    /// Tells it to do something, and returns its answer.
    @discardableResult
    package func command(_ message: [String: Any]) async throws -> sending [String: Any] {
        let line = try JSONSerialization.data(withJSONObject: message) + Data("\n".utf8)
        return try Self.parse(await Blocking.run { try self.exchange([UInt8](line)) })
    }

    private func exchange(_ line: [UInt8]) throws -> [UInt8] {
        try turn.withLock {
            var written = 0
            while written < line.count {
                let count = line[written...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
                guard count > 0 else { throw Failure(description: "the test APNs has ended") }
                written += count
            }
            return try Self.readLine(output)
        }
    }

    private static func parse(_ line: [UInt8]) throws -> sending [String: Any] {
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

    /// Sockets and no pipes: they are close-on-exec from the first instant, whoever else starts a child just then.
    private static func sockets() throws -> (its: Int32, ours: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(description: "no sockets: \(errno)") }
        return (ends[0], ends[1])
    }
}

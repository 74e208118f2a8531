// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// An HTTP proxy on loopback, in Python.
final class TestProxy: Sendable {
    let port: UInt16
    private let child: Child
    private let input: Int32
    private let output: Int32

    static func start() async throws -> TestProxy { try await Blocking.run { try TestProxy() } }

    private init() throws {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        // Close-on-exec from the first instant, whoever else starts a child just then.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &toChild) == 0)
        try #require(socketpair(AF_UNIX, kind, 0, &fromChild) == 0)
        let script = TestFiles.tests.appending(path: "Fixtures/apns/proxy.py").path
        child = try Child("python3", [script], descriptors: [toChild[0], fromChild[1], 2])
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        output = fromChild[0]
        port = try #require(UInt16(Self.readLine(output)))
    }

    deinit {
        close(input)
        kill(child.pid, SIGKILL)
        _ = child.wait()
        close(output)
    }

    /// The variable that leads a program here.
    var environment: [String: String] { ["https_proxy": "http://127.0.0.1:\(port)"] }

    /// Where the next tunnel goes to.
    func nextTarget() async throws -> String { try await Blocking.run { try Self.readLine(self.output) } }

    /// One line, within half a minute.
    private static func readLine(_ descriptor: Int32) throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 30_000) == 1, "the proxy says nothing")
            try #require(read(descriptor, &byte, 1) == 1, "the proxy has ended")
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}

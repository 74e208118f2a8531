// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import TestSupport

/// The server of `Tests/Fixtures/media`, one for all tests; it ends with this process.
struct MediaServer: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Seconds until it has made its certificates.
    private static let patience: Int32 = 60

    private static let started = Result { try MediaServer() }

    /// - Throws: `Missing`: without the other side these tests show nothing, so they fail.
    static func shared() throws -> MediaServer { try started.get() }

    /// The port of its https side.
    let port: Int
    /// The port of its http side, which nobody should ask.
    let plainPort: Int
    private let folder: TemporaryDirectory

    /// The authority that signed its certificate.
    var authorities: String { folder.path("ca.pem") }
    /// An authority that did not.
    var otherAuthorities: String { folder.path("other.pem") }

    func url(_ path: String, host: String = "localhost") -> String { "https://\(host):\(port)/\(path)" }

    private init() throws {
        folder = try TemporaryDirectory()
        // It ends when its input does; we keep the other end, and so does no child of ours.
        let input = try Self.pipe()
        let output = try Self.pipe()
        let error = open(folder.path("error"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let script = MediaFiles.folder.appending(path: "server.py").path
        _ = try Child("python3", [script, folder.url.path], descriptors: [input[0], output[1], error])
        for descriptor in [input[0], output[1], error] { close(descriptor) }
        let ports = Self.line(from: output[0]).split(separator: " ").compactMap { Int($0) }
        close(output[0])
        guard ports.count == 2 else {
            let text = (try? String(contentsOfFile: folder.path("error"), encoding: .utf8)) ?? ""
            throw Missing(
                description:
                    "the media server did not start; it needs python3 and openssl (apt-get install python3 openssl): "
                    + text.suffix(300)
            )
        }
        port = ports[0]
        plainPort = ports[1]
    }

    /// What comes until the end of a line, or until patience ends.
    private static func line(from descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, patience * 1000) > 0, read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func pipe() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw Missing(description: "no pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }
}
#endif

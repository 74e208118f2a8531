// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import TestSupport

/// A child that talks in lines over its standard input and output; it ends with this object.
package final class HelperProcess: Sendable {
    package let lines = Inbox<String>()
    package let child: Child
    private let socket: Int32

    package struct NotStarted: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// - Parameter isQuiet: Whether what it writes to standard error is dropped.
    package init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        isQuiet: Bool = false
    ) throws {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw NotStarted(description: "no sockets") }
        defer { close(ends[1]) }
        socket = ends[0]
        do {
            child = try Child(
                executable,
                arguments,
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
                descriptors: [ends[1], ends[1], isQuiet ? nowhere : STDERR_FILENO]
            )
        } catch {
            close(ends[0])
            throw NotStarted(description: "\(executable) is missing; Tests/run.sh installs it")
        }
        let (lines, socket) = (lines, socket)
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(socket, &part, part.count)
                guard count > 0 else { break }
                rest += part[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.add(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            close(socket)
        }
    }

    deinit {
        end()
        _ = child.wait()
    }

    package func say(_ line: String) {
        let bytes = [UInt8]("\(line)\n".utf8)
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends it as a crash would; whatever reads from it sees the end.
    package func end() { kill(child.pid, SIGKILL) }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a child writes, line by line.
enum Pipe {
    struct Failed: Error {
        let errno: Int32
    }

    static func make() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failed(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Hands over each line, on a thread of its own, until the end; then it closes the pipe.
    static func read(_ descriptor: Int32, _ onLine: @escaping @Sendable (String) -> Void) {
        Thread.detachNewThread {
            defer { close(descriptor) }
            var rest: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = Glibc.read(descriptor, &part, part.count)
                guard count > 0 else { return }
                rest += part[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    onLine(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
        }
    }
}

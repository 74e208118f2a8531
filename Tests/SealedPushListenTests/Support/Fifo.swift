// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A named pipe on which a program waits for a test, or a test for a program.
final class Fifo: Sendable {
    /// Both ends, so that nobody ever finds the other one closed.
    private let descriptor: Int32

    fileprivate init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else { throw Broker.Failed(description: "no pipe at \(path)") }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Waits for a line, no longer than a time that only a fault exceeds.
    func wait(seconds: Int32 = 30) throws {
        var byte: UInt8 = 0
        repeat {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, seconds * 1000) == 1, read(descriptor, &byte, 1) == 1 else {
                throw Broker.Failed(description: "nobody wrote a line")
            }
        } while byte != UInt8(ascii: "\n")
    }

    /// Gives a line to whoever reads first.
    func release() { _ = write(descriptor, "\n", 1) }
}

extension TemporaryDirectory {
    func fifo(_ name: String) throws -> Fifo { try Fifo(path(name)) }
}

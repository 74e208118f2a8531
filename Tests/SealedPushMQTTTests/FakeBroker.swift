// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushMQTT
import TestSupport

/// A server that says what a test wants it to say, for answers that no good broker gives.
final class FakeBroker: Sendable {
    /// The other end of one connection.
    struct Client: Sendable {
        /// Counts from 0.
        let number: Int
        fileprivate let descriptor: Int32

        /// What has come, once something has; `nil` at the end.
        func receive() -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            return count > 0 ? [UInt8](bytes[..<count]) : nil
        }

        func send(_ bytes: [UInt8]) {
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    private let listener: Int32
    let port: UInt16

    /// - Parameter serve: called for each connection, on a thread of its own, which ends when it returns: the end of the one
    ///   before may be late where a child process of another test still has its descriptor.
    init(_ serve: @escaping @Sendable (Client) -> Void) throws {
        let (listener, port) = try FreePort.listen()
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread {
            var number = 0
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                let client = Client(number: number, descriptor: descriptor)
                Thread.detachNewThread {
                    serve(client)
                    close(client.descriptor)
                }
                number += 1
            }
            close(listener)
        }
    }

    // Closed by its thread alone, or the number could be another's by then.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func configuration() throws -> MQTTConfiguration {
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://127.0.0.1:\(port)"))
        configuration.reconnection.firstDelay = .milliseconds(20)
        configuration.reconnection.longestDelay = .milliseconds(200)
        configuration.reconnection.refusedDelay = .milliseconds(200)
        return configuration
    }
}

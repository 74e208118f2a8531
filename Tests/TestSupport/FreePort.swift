// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Ports of the loopback interface.
package enum FreePort {
    package struct Failed: Error {
        package let errno: Int32
    }

    /// One that nobody uses.
    package static func find() throws -> UInt16 {
        let (listener, port) = try listen()
        close(listener)
        return port
    }

    /// A socket that listens, and its port.
    package static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
                guard bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 8) == 0 else { return -1 }
                return getsockname(descriptor, address, &length)
            }
        }
        guard status == 0 else { throw Failed(errno: errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Whether somebody takes connections there.
    package static func isListening(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}

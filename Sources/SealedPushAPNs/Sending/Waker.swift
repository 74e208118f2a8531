// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import SealedPushCore

/// Ends the driver's wait from any thread: a pipe, since the connection that it waits on may be gone at any time.
final class Waker: Sendable {
    /// What becomes readable.
    let descriptor: Int32
    private let writing: Int32

    init() throws(APNsError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw APNsError(.system, "cannot make a pipe: \(unsafe String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        writing = ends[1]
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// A full pipe is as good as one byte.
    func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writing, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}

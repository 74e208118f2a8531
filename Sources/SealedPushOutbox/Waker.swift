// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
package import Glibc
#else
package import Musl
#endif

/// Ends a client's wait from any thread: a pipe, since the connection that it waits on may be gone at any time.
@usableFromInline
package final class Waker: Sendable {
    /// What becomes readable.
    package let descriptor: Int32
    private let writing: Int32

    /// - Parameter failure: Makes the error for what the system did not give.
    package init<Failure: Error>(orThrow failure: (String) -> Failure) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw failure("cannot make a pipe: \(SystemText.of(errno))")
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
    @usableFromInline
    package func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writing, &byte, 1)
    }

    /// Waits to be woken, or for something at a socket; takes what woke it.
    ///
    /// - Parameters:
    ///   - limit: The longest wait; `nil` for none.
    ///   - socket: What else ends the wait.
    /// - Returns: What there is at the socket.
    package func wait(_ limit: Duration?, socket: pollfd? = nil) -> Int16 {
        var waited = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        if let socket { waited.append(socket) }
        let count = unsafe poll(&waited, nfds_t(waited.count), limit.map(Self.milliseconds) ?? -1)
        guard count > 0 else { return 0 }
        if waited[0].revents != 0 { drain() }
        return socket == nil ? 0 : waited[1].revents
    }

    /// Takes what woke it.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }

    /// Rounded up, so that what is due is due after the wait.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        guard duration > .zero else { return 0 }
        let parts = duration.components
        let (whole, isTooMuch) = parts.seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooMuch else { return .max }
        return Int32(
            clamping: whole.addingReportingOverflow(parts.attoseconds / 1_000_000_000_000_000 + 1).partialValue
        )
    }
}

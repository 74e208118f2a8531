// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Reads lines from a descriptor, waiting for them on a thread that Swift's tasks do not need.
///
/// Told to stop, it gives the lines that were read already, and takes no more.
final class QueueReader: @unchecked Sendable {
    // Unchecked because the compiler cannot see that everything variable is used on `queue` alone.

    /// What comes next.
    enum Event: Sendable {
        /// A line without its end, and its number from 1.
        case line(Int, [UInt8])
        /// A line that is too long for any push; it was skipped.
        case tooLong(Int)
        /// No line any more.
        case end
        /// The system's error number.
        case failed(Int32)
    }

    /// Bytes of a line: a payload of 64 KiB, the most that is ever sealed, with each byte spelled as `\u00xx`.
    static let maximumLength = 524_288
    private static let chunkLength = 65_536

    private let descriptor: Int32
    private let stop: Int32?
    private let queue = DispatchQueue(label: "sealedpush.queue")
    private var buffer: [UInt8] = []
    /// How much of the buffer is read, or known to hold no line end.
    private var start = 0
    private var searched = 0
    private var number = 0
    private var isSkipping = false
    private var isAtEnd = false

    /// - Parameter stop: ends the reading once it is readable.
    init(_ descriptor: Int32, stop: Int32?) {
        self.descriptor = descriptor
        self.stop = stop
    }

    /// Waits for the next line.
    func next() async -> Event {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.read()) }
        }
    }

    private func read() -> Event {
        while true {
            if let event = takeLine() { return event }
            if isAtEnd { return takeLast() }
            if let failure = fill() { return .failed(failure) }
        }
    }

    private func takeLine() -> Event? {
        while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = start..<end
            start = end + 1
            searched = start
            number += 1
            guard !isSkipping else {
                isSkipping = false
                return .tooLong(number)
            }
            return line.count > Self.maximumLength ? .tooLong(number) : .line(number, [UInt8](buffer[line]))
        }
        searched = buffer.count
        guard isSkipping || buffer.count - start > Self.maximumLength else { return nil }
        isSkipping = true
        start = buffer.count
        return nil
    }

    /// What stands behind the last line end; a line that was broken off by a stop is nobody's.
    private func takeLast() -> Event {
        defer { start = buffer.count }
        guard start < buffer.count || isSkipping, !isStopped else { return .end }
        number += 1
        defer { isSkipping = false }
        return isSkipping ? .tooLong(number) : .line(number, [UInt8](buffer[start...]))
    }

    private var isStopped = false

    /// Reads on, or finds out that there is no more; the system's error number where it cannot.
    private func fill() -> Int32? {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        guard waitForMore() else {
            isAtEnd = true
            isStopped = true
            return nil
        }
        var chunk = [UInt8](repeating: 0, count: Self.chunkLength)
        let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 {
            buffer += chunk[..<count]
        } else if count == 0 {
            isAtEnd = true
        } else if errno != EINTR, errno != EAGAIN {
            return errno
        }
        return nil
    }

    /// Whether there is something to read, or an end to be seen, before a stop.
    private func waitForMore() -> Bool {
        while true {
            // A descriptor below 0 is one that poll leaves aside.
            var waiting = [
                pollfd(fd: stop ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waiting, nfds_t(waiting.count), -1)
            if count < 0, errno == EINTR { continue }
            // An error of poll is one that reading meets as well, and can name.
            guard count > 0 else { return true }
            return waiting[0].revents == 0
        }
    }
}

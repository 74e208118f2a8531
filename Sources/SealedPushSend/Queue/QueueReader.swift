// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Reads lines from a descriptor, waiting for them on a thread that Swift's tasks do not need.
///
/// Told to stop, it gives the lines that were read already and the one that was begun, and takes no more: whoever reads the
/// same pipe after it finds the beginning of a line.
final class QueueReader: @unchecked Sendable {
    // Unchecked because the compiler cannot see that everything variable is used on `queue` alone.

    /// What comes next.
    enum Event: Sendable {
        /// A line without its end, and its number from 1.
        case line(Int, [UInt8])
        /// A line that is too long for any push; it was skipped.
        case tooLong(Int)
        /// A line that was begun when the stop came, and did not end in time.
        case brokenOff(Int)
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
    private let grace: Duration
    private let queue = DispatchQueue(label: "sealedpush.queue")
    private var buffer: [UInt8] = []
    /// How much of the buffer is read, or known to hold no line end.
    private var start = 0
    private var searched = 0
    private var number = 0
    private var isSkipping = false
    private var isAtEnd = false
    /// Until when the end of a line is waited for, once the stop has come.
    private var patience: ContinuousClock.Instant?
    private var isBrokenOff = false

    /// - Parameters:
    ///   - descriptor: Where the lines come from.
    ///   - stop: Ends the reading once it is readable.
    ///   - grace: How long the end of a line that was begun may take after that.
    init(_ descriptor: Int32, stop: Int32?, grace: Duration) {
        self.descriptor = descriptor
        self.stop = stop
        self.grace = grace
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

    /// What stands behind the last line end.
    private func takeLast() -> Event {
        defer { start = buffer.count }
        guard isInsideLine else { return .end }
        number += 1
        defer { isSkipping = false }
        guard !isBrokenOff else { return .brokenOff(number) }
        return isSkipping ? .tooLong(number) : .line(number, [UInt8](buffer[start...]))
    }

    /// Whether a line was begun and not ended.
    private var isInsideLine: Bool { start < buffer.count || isSkipping }

    /// Reads on, or finds out that there is no more; the system's error number where it cannot.
    private func fill() -> Int32? {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        guard waitForMore() else {
            isAtEnd = true
            isBrokenOff = isInsideLine
            return nil
        }
        // After a stop byte by byte, up to the end of that line: what lies behind it is the next reader's.
        var chunk = [UInt8](repeating: 0, count: patience == nil ? Self.chunkLength : 1)
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

    /// Whether there is something to read, or an end to be seen: before a stop, or after it of the line that was begun.
    private func waitForMore() -> Bool {
        while true {
            guard patience == nil || isInsideLine else { return false }
            // A descriptor below 0 is one that poll leaves aside.
            var waiting = [
                pollfd(fd: patience == nil ? stop ?? -1 : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waiting, nfds_t(waiting.count), remainingPatience)
            if count < 0, errno == EINTR { continue }
            // An error of poll is one that reading meets as well, and can name.
            guard count >= 0 else { return true }
            guard count > 0 else { return false }
            guard waiting[0].revents != 0 else { return true }
            patience = .now + grace
        }
    }

    /// Milliseconds that poll may wait; below 0 for ever.
    private var remainingPatience: Int32 {
        guard let patience else { return -1 }
        let left = ContinuousClock.now.duration(to: patience)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}

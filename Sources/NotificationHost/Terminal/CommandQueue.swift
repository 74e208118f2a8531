// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// Commands for a thread that waits in `poll`: whoever sends one never waits.
package final class CommandQueue<Command: Sendable>: Sendable {
    /// How long to wait at most where the system had no descriptors left to be woken by.
    private static var longestWaitWithoutSockets: Duration { .milliseconds(100) }

    private let commands = Lock<[Command]>([])
    /// Readable when there are commands; -1, which `poll` ignores, where the system gave no sockets.
    private let readEnd: Int32
    private let writeEnd: Int32

    package init() {
        // Swift's Glibc module has neither eventfd nor pipe2.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        if unsafe socketpair(AF_UNIX, kind, 0, &ends) != 0 { ends = [-1, -1] }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    package func send(_ command: Command) {
        let isFirst = commands.withLock { commands in
            commands.append(command)
            return commands.count == 1
        }
        // A full socket has woken the reader already.
        if isFirst { _ = unsafe write(writeEnd, [1], 1) }
    }

    /// All that came since the last call, in order.
    package func take() -> [Command] {
        var rubbish = [UInt8](repeating: 0, count: 64)
        // Before the commands are taken: one that is sent in between wakes once too often, never once too seldom.
        while unsafe read(readEnd, &rubbish, rubbish.count) > 0 {}
        return commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }

    /// Waits until there are commands, or a descriptor is ready, or it is time.
    ///
    /// - Returns: For each descriptor what `poll` says of it.
    package func wait(for descriptors: [(descriptor: Int32, events: Int32)], atMost time: Duration?) -> [Int32] {
        var polled = descriptors.map {
            pollfd(fd: $0.descriptor, events: Int16(truncatingIfNeeded: $0.events), revents: 0)
        }
        polled.append(pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0))
        var time = time
        if readEnd < 0 { time = min(time ?? Self.longestWaitWithoutSockets, Self.longestWaitWithoutSockets) }
        // Rounded up, so that nobody wakes a moment too early and polls again and again.
        let milliseconds = time.map { Int32(clamping: Int((max($0, .zero).inSeconds * 1000).rounded(.up))) } ?? -1
        guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return descriptors.map { _ in 0 } }
        return polled.dropLast().map { Int32($0.revents) }
    }
}

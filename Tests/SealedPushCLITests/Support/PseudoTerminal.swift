// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A terminal that a test sits at: what it types reaches the child, what the child shows comes back.
final class PseudoTerminal {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let keyboard: Int32
    /// The end that is the child's terminal.
    let descriptor: Int32
    /// Everything shown so far.
    private(set) var screen = ""

    init() throws {
        var ends: (keyboard: Int32, descriptor: Int32) = (-1, -1)
        guard openpty(&ends.keyboard, &ends.descriptor, nil, nil, nil) == 0 else {
            throw Failure(description: "no pseudo terminal to be had")
        }
        (keyboard, descriptor) = ends
        for descriptor in [keyboard, descriptor] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(keyboard)
        close(descriptor)
    }

    /// Starts the command in a session of its own, with this as its controlling terminal.
    ///
    /// - Parameters:
    ///   - inputPath: standard input, where it is not the terminal.
    ///   - output: standard output, where it is not the terminal; the same for `error`.
    func start(
        _ arguments: [String],
        inputPath: String? = nil,
        output: Int32? = nil,
        error: Int32? = nil
    ) throws -> Child {
        let command =
            inputPath.map { ["sh", "-c", "file=$1; shift; exec \"$0\" \"$@\" < \"$file\"", Tool.path, $0] } ?? [
                Tool.path
            ]
        return try Child(
            "setsid",
            ["--ctty"] + command + arguments,
            environment: Tool.environment,
            descriptors: [descriptor, output ?? descriptor, error ?? descriptor]
        )
    }

    /// Waits until the screen shows that text.
    func waitFor(_ text: String) throws {
        while !screen.contains(text) {
            var waiting = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20_000) > 0 else { throw Failure(description: "no '\(text)' on: \(screen)") }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(keyboard, &bytes, bytes.count)
            guard count > 0 else { throw Failure(description: "the terminal has gone; no '\(text)' on: \(screen)") }
            screen += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }

    /// Forgets what the screen shows.
    func clear() { screen = "" }

    /// Types these keys.
    func type(_ keys: String) {
        let bytes = [UInt8](keys.utf8)
        _ = write(keyboard, bytes, bytes.count)
    }

    /// Shows a text, as another program at this terminal would.
    func show(_ text: String) {
        let bytes = [UInt8](text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(descriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
}

// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

internal import SealedPushCore

/// Asks for a passphrase on the terminal itself, whatever the standard streams are.
struct Terminal: ~Copyable {
    private let descriptor: Int32

    /// - Throws: exit code 66 where there is no terminal: a script is never kept waiting.
    init(_ path: String) throws(CommandError) {
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0, isatty(descriptor) == 1 else {
            throw CommandError(.inputMissing, "no terminal to ask for the passphrase; use --passphrase-file FILE")
        }
    }

    deinit { close(descriptor) }

    /// Asks once, or twice where a slip would lock somebody out.
    func passphrase(confirming: Bool) throws(CommandError) -> Passphrase {
        let first = try ask("passphrase: ")
        if confirming {
            guard try ask("passphrase again: ") == first else {
                throw CommandError(.noPermission, "the two passphrases differ; try again")
            }
        }
        return try CommandError.wrapping { () throws(KeyError) in try Passphrase(first) }
    }

    private func ask(_ prompt: String) throws(CommandError) -> SecretBytes {
        var saved = termios()
        guard unsafe tcgetattr(descriptor, &saved) == 0 else {
            throw CommandError(.inputOutput, "cannot ask on the terminal")
        }
        var quiet = saved
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // Signals wait until the echo is on again: a shell without echo is no thing to leave behind.
        var blocked = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&blocked, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        unsafe tcsetattr(descriptor, TCSAFLUSH, &quiet)
        show(prompt)
        let answer = Result { () throws(CommandError) in try readLine(stoppingAt: blocked) }
        unsafe tcsetattr(descriptor, TCSAFLUSH, &saved)
        show("\n")
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        return try answer.get()
    }

    private func show(_ text: String) {
        _ = unsafe Files.write([UInt8](text.utf8).span.bytes, to: descriptor)
    }

    /// Milliseconds between two looks at whether a signal waits.
    private static let patience: Int32 = 200

    private func readLine(stoppingAt signals: sigset_t) throws(CommandError) -> SecretBytes {
        var line: [UInt8] = []
        line.reserveCapacity(Passphrase.maximumLength + 1)
        defer { Sodium.wipe(&line) }
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, Self.patience) > 0 else {
                if isSignalWaiting(signals) { throw CommandError(.noPermission, "no passphrase was given") }
                continue
            }
            var byte: UInt8 = 0
            guard unsafe read(descriptor, &byte, 1) == 1 else {
                throw CommandError(.inputMissing, "the terminal has gone; no passphrase was given")
            }
            switch byte {
            case 0x0a, 0x0d, 0x04:  // line feed, return, ^D
                return try CommandError.wrapping { () throws(KeyError) in try SecretBytes(line) }
            case 0x03, 0x1c:  // ^C, ^\
                throw CommandError(.noPermission, "no passphrase was given")
            case 0x08, 0x7f:  // backspace: one character, however many bytes it has
                while let last = line.popLast(), last & 0xc0 == 0x80 {}
            case 0x15:  // ^U
                Sodium.wipe(&line)
                line.removeAll(keepingCapacity: true)
            default:
                // What is over the limit is refused by its length, and must not make the array move.
                if line.count <= Passphrase.maximumLength { line.append(byte) }
            }
        }
    }

    private func isSignalWaiting(_ signals: sigset_t) -> Bool {
        var pending = sigset_t()
        guard unsafe sigpending(&pending) == 0 else { return false }
        return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { unsafe sigismember(&pending, $0) == 1 }
    }
}

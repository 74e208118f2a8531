// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SealedPushCLI
internal import SealedPushCore

/// A file that an option names, looked at before anything opens it and waits there.
struct InputFile: Sendable {
    /// What can be read of it, and how often.
    enum Kind: Sendable {
        /// As often as anybody likes.
        case regular
        /// Once: standard input, or what a shell's `<(…)` gives.
        case stream
        /// Something else, which whoever reads it judges: a device, a folder.
        case other
    }

    let path: String
    let kind: Kind

    /// - Throws: where there is none, it may not be read, or it is a named pipe, at which reading may wait for ever.
    init(_ path: String) throws(CommandError) {
        self.path = path
        guard path != "-" else {
            kind = .stream
            return
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw CommandError(reading: FileError("read", path, errno: errno))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            kind = .regular
            try Self.requireReadable(path)
        case S_IFIFO where Self.isDescriptor(path): kind = .stream
        case S_IFIFO:
            throw CommandError(
                .inputMissing,
                "\(PrintableText.escape(path)) is a pipe, at which reading may wait for ever: name a file"
            )
        default: kind = .other
        }
    }

    private static func requireReadable(_ path: String) throws(CommandError) {
        // Should a pipe have taken its place meanwhile, it is not waited at.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw CommandError(reading: FileError("read", path, errno: errno)) }
        close(descriptor)
    }

    /// Refuses what can be read once only, for files that are read for each connection.
    func requireLasting() throws(CommandError) {
        guard case .stream = kind else { return }
        let shown = path == "-" ? "standard input" : PrintableText.escape(path)
        throw CommandError(
            .usage,
            "\(shown) can be read once, and this is read for each connection: name a file"
        )
    }

    /// Whether a path is a name for something that is open already, which no opening waits for.
    private static func isDescriptor(_ path: String) -> Bool {
        ["/dev/fd/", "/dev/std", "/proc/self/fd/"].contains { path.hasPrefix($0) }
    }
}

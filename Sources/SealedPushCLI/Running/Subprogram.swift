// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A program of its own beside this one, for a subcommand that plays a device or talks to a network: `sealedpush demo` runs
/// `sealedpush-demo`, from the same folder, else from PATH, the way `git` finds its subcommands.
enum Subprogram {
    /// The subcommands there are.
    static let names = ["demo", "send", "listen"]

    /// Becomes that program; returns only where there is none.
    static func run(_ name: String, _ arguments: [String]) throws(CommandError) -> ExitCode {
        let program = "sealedpush-\(name)"
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        // Signals that we ignore would be ignored there as well.
        signal(SIGPIPE, SIG_DFL)
        if let folder { unsafe execv("\(folder)/\(program)", &words) }
        unsafe execvp(program, &words)
        let reason = errno
        signal(SIGPIPE, SIG_IGN)
        guard reason == ENOENT || reason == ENOTDIR else {
            throw CommandError(.noPermission, "cannot run \(program): \(unsafe String(cString: strerror(reason)))")
        }
        throw CommandError(
            .unavailable,
            "\(program) is neither beside sealedpush nor in PATH: install it with the rest"
        )
    }

    /// Where this program lies.
    private static var folder: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path =
            length > 0
            ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            : CommandLine.arguments[0]
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}

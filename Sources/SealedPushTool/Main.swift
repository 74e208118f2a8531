// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

internal import SealedPushCLI

/// `sealedpush`: everything it does is in `SealedPushCLI`.
@main
enum Main {
    static func main() {
        keepStandardStreamsApart()
        leaveNoCore()
        // A reader that goes away is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // So is a limit on the size of files: it must not leave half of one.
        signal(SIGXFSZ, SIG_IGN)
        guard let arguments = arguments() else {
            CommandContext(arguments: []).say("an argument is not UTF-8; write it in a file and name that")
            exit(ExitCode.usage.rawValue)
        }
        var context = CommandContext(arguments: arguments, environment: environment())
        exit(SealedPushCommandLine.run(&context).rawValue)
    }

    /// Fills the places of standard streams that were closed by whoever started us.
    ///
    /// Else a file we open would take the number, and an error message would end up in a key file. They are opened the
    /// wrong way round, so that using one still fails.
    private static func keepStandardStreamsApart() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// No memory of this process is written to a disk, also where core dumps go through a pipe and have no limit, or to
    /// the terminal.
    private static func leaveNoCore() {
        // The Swift runtime may have handlers for these that show registers, and the memory they point to.
        for fatal in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(fatal, SIG_DFL) }
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        #if os(Linux)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        let filter = unsafe open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard filter >= 0 else { return }
        _ = unsafe write(filter, "0", 1)
        close(filter)
        #else
        _ = unsafe setrlimit(RLIMIT_CORE, &limit)
        #endif
    }

    /// The environment; what is not UTF-8 in it is none of ours.
    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            if let line = unsafe String(validatingCString: text), let sign = line.firstIndex(of: "=") {
                variables[String(line[..<sign])] = String(line[line.index(after: sign)...])
            }
            unsafe entry += 1
        }
        return variables
    }

    /// The arguments, or `nil` where one is not UTF-8: Swift would repair it, and the wrong text would be sealed.
    private static func arguments() -> [String]? {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let pointer = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let argument = unsafe String(validatingCString: pointer) else { return nil }
            arguments.append(argument)
        }
        return arguments
    }
}

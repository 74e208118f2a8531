// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a program that holds secrets does before anything else, and what it was started with.
enum ProcessStart {
    static func prepare() {
        // Places of standard streams that were closed are filled, the wrong way round so that using one still fails: else
        // a socket would take the number, and results would go into it.
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        // No memory of this process is written to a disk.
        for fatal in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(fatal, SIG_DFL) }
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // Where core dumps go through a pipe they have no limit, but a choice of what is in them.
        let filter = unsafe open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        if filter >= 0 {
            _ = unsafe write(filter, "0", 1)
            close(filter)
        }
        // A reader that goes away is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Files that may have to be open at once: the store and its log, pipes, connections, files of credentials, and what
    /// threads and timers of the system take, which end the process where they get none.
    private static let descriptors = 32

    /// Whether that many files can be opened.
    static var hasDescriptors: Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<descriptors {
            let descriptor = fcntl(2, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }

    /// What is said where they cannot.
    static let tooFewDescriptors = "fewer than \(descriptors) more files may be opened: raise 'ulimit -n'"

    /// The arguments, or `nil` where one is not UTF-8: Swift would repair it, and the wrong text would be sealed.
    static var arguments: [String]? {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let pointer = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let argument = unsafe String(validatingCString: pointer) else { return nil }
            arguments.append(argument)
        }
        return arguments
    }

    /// The variables that this program looks at.
    static var environment: [String: String] {
        let names = [
            "SEALEDPUSH_STORE", "XDG_DATA_HOME", "HOME", APNsCredentialOptions.fileVariable,
            APNsCredentialOptions.keyIDVariable, APNsCredentialOptions.teamIDVariable,
        ]
        var variables: [String: String] = [:]
        for name in names {
            if let text = unsafe getenv(name) { variables[name] = unsafe String(validatingCString: text) }
        }
        return variables
    }
}

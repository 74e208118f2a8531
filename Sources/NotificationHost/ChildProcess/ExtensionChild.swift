// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A child process with a socket to it at descriptor 3; it ends with this value.
struct ExtensionChild: ~Copyable {
    /// Where a child finds its socket.
    static let socketPlace: Int32 = 3

    let pid: pid_t
    let socket: FrameSocket

    /// Starts a program with an empty signal mask, default handlers, no input, and its output on our standard error: what an
    /// extension prints must not get among the results of its host.
    init?(executable: String, arguments: [String]) {
        guard let (ours, theirs) = Self.makeSockets() else { return nil }
        defer { close(theirs) }
        guard let pid = Self.spawn(executable, arguments, socket: theirs) else {
            close(ours)
            return nil
        }
        self.pid = pid
        socket = FrameSocket(descriptor: ours)
        // The waiting is done by `poll`.
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    }

    /// Two connected sockets beyond the child's places: a host may have no standard input, and what stood there would be
    /// overwritten.
    private static func makeSockets() -> (ours: Int32, theirs: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        let moved = ends.map { end in
            defer { close(end) }
            return fcntl(end, F_DUPFD_CLOEXEC, socketPlace + 1)
        }
        guard moved.allSatisfy({ $0 >= 0 }) else {
            for end in moved where end >= 0 { close(end) }
            return nil
        }
        return (moved[0], moved[1])
    }

    deinit {
        close(socket.descriptor)
        // Its whole group: an extension may have started something of its own.
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// How many threads it has; `nil` once it has ended.
    var threadCount: Int? {
        var status = stat()
        // A folder for each, beside the folder itself and the one above it.
        guard unsafe stat("/proc/\(pid)/task", &status) == 0, status.st_nlink > 2 else { return nil }
        return Int(status.st_nlink) - 2
    }

    /// Bytes of resident memory; `nil` once it has ended.
    var residentMemory: Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Ours; a crash ends at once, unless whoever started us wants to read backtraces.
    private static var environment: [String: String] {
        ["SWIFT_BACKTRACE": "enable=no"].merging(ProcessInfo.processInfo.environment) { _, ours in ours }
    }

    private static func spawn(_ executable: String, _ arguments: [String], socket: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, socketPlace)
        unsafe InheritedDescriptors.close(from: socketPlace + 1, in: &actions)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        )
        var words = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        guard unsafe posix_spawnp(&pid, executable, &actions, &attributes, &words, &variables) == 0 else { return nil }
        return pid
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCore

/// One run of the user's program.
enum ProgramChild {
    /// What came of a run.
    enum Outcome: Hashable, Sendable {
        /// It ended, or was ended for its time; what went wrong, in words that follow its name.
        case ended(String?)
        /// It could not be begun; why, in words that follow its name.
        case notBegun(String)
        /// It was ended because nobody waits for it any longer.
        case abandoned
    }

    /// Of our environment a program gets what says who and where the user is; nothing that may be a secret of ours.
    static let variables = [
        "HOME", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "DISPLAY", "WAYLAND_DISPLAY",
        "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    ]
    /// Milliseconds between two looks at whether it has ended.
    private static let interval: Int32 = 10

    /// Runs it to its end, with bytes on its standard input and its output on our standard error.
    ///
    /// - Parameter isAbandoned: Whether it is to be ended at once; asked again and again.
    static func run(
        _ program: String,
        input: [UInt8],
        limits: ProgramLimits,
        isAbandoned: () -> Bool
    ) -> Outcome {
        guard let file = memory(holding: input) else { return .notBegun("could not be run: \(reason(errno))") }
        var pid: pid_t = 0
        let status = spawn(program, input: file, &pid)
        close(file)
        guard status == 0 else { return .notBegun("could not be run: \(reason(status))") }
        return wait(for: pid, limits, isAbandoned)
    }

    /// A file in memory without a name: unlike a pipe it needs nobody to feed it, and no other child can inherit an end of it.
    private static func memory(holding bytes: [UInt8]) -> Int32? {
        let name = "/sealedpush-\(Hex.string(Sodium.randomBytes(8)))"
        let file = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { return nil }
        unsafe shm_unlink(name)
        guard unsafe Files.write(bytes.span.bytes, to: file) == nil, lseek(file, 0, SEEK_SET) == 0 else {
            close(file)
            return nil
        }
        return file
    }

    private static func wait(for pid: pid_t, _ limits: ProgramLimits, _ isAbandoned: () -> Bool) -> Outcome {
        // What it has left behind, if anything.
        defer { kill(-pid, SIGKILL) }
        var deadline = ContinuousClock.now + limits.time
        var isLate = false
        var isGone = false
        while true {
            var status: Int32 = 0
            let ended = unsafe waitpid(pid, &status, WNOHANG)
            if ended == pid, isGone { return .abandoned }
            if ended == pid {
                return .ended(isLate ? "took longer than \(limits.time) and was ended" : problem(status))
            }
            guard ended == 0 || errno == EINTR else { return .ended("could not be waited for: \(reason(errno))") }
            if isAbandoned() {
                isGone = true
                kill(-pid, SIGKILL)
            }
            if ContinuousClock.now >= deadline {
                kill(-pid, isLate ? SIGKILL : SIGTERM)
                isLate = true
                deadline = ContinuousClock.now + limits.grace
            }
            _ = poll(nil, 0, interval)
        }
    }

    private static func problem(_ status: Int32) -> String? {
        if status & 0x7f != 0 { return "was ended by signal \(status & 0x7f)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "ended with exit code \(code)"
    }

    private static func reason(_ number: Int32) -> String { SystemReason.text(number) }

    private static func spawn(_ program: String, input: Int32, _ pid: inout pid_t) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        unsafe InheritedDescriptors.close(from: 3, in: &actions)
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
        let ours = ProcessInfo.processInfo.environment
        let kept = variables.compactMap { name in ours[name].map { "\(name)=\($0)" } }
        var words = unsafe [strdup(program), nil]
        var entries = unsafe kept.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + entries).forEach { unsafe free($0) } }
        return unsafe posix_spawnp(&pid, program, &actions, &attributes, &words, &entries)
    }
}

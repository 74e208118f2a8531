// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A child process, started with an empty signal mask and default handlers: a child of Foundation's `Process` inherits a
/// mask that blocks SIGTERM.
package struct Child: Sendable {
    /// How a child ended and what it wrote.
    package struct Outcome: Sendable {
        /// The exit code; `128 + signal` for a child that was killed.
        package let code: Int32
        package let output: [UInt8]
        package let error: String

        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    package struct LaunchError: Error {
        package let errno: Int32
    }

    package let pid: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: `nil` for that of the test.
    ///   - descriptors: what stands at 0, 1 and 2; `nil` closes that place.
    package init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        descriptors: [Int32?]
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
            } else {
                posix_spawn_file_actions_addclose(&actions, Int32(place))
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let environment = environment ?? ProcessInfo.processInfo.environment
        var arguments = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var pid: pid_t = 0
        let status = posix_spawnp(&pid, executable, &actions, &attributes, &arguments, &variables)
        guard status == 0 else { throw LaunchError(errno: status) }
        self.pid = pid
    }

    /// Waits for its end.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Runs a program to its end; output goes through files, so that no pipe can fill up.
    package static func run(
        _ executable: String,
        _ arguments: [String],
        input: [UInt8]? = nil,
        inputPath: String = "/dev/null",
        environment: [String: String]? = nil
    ) throws -> Outcome {
        let folder = try TemporaryDirectory()
        var source = inputPath
        if let input { source = try folder.write("input", input) }
        let descriptors = [
            open(source, O_RDONLY | O_CLOEXEC),
            open(folder.path("output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
            open(folder.path("error"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { descriptors.forEach { close($0) } }
        let code = try Child(executable, arguments, environment: environment, descriptors: descriptors).wait()
        return Outcome(
            code: code,
            output: [UInt8](try Data(contentsOf: URL(filePath: folder.path("output")))),
            error: String(decoding: try Data(contentsOf: URL(filePath: folder.path("error"))), as: UTF8.self)
        )
    }
}

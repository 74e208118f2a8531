// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushStore
import TestSupport

/// The listener of this build, as a process; it is killed with this object.
final class ListenProcess: Sendable {
    static let path = TestFiles.products.appending(path: "sealedpush-listen").path

    let lines = Inbox()
    let errors = Inbox()
    let child: Child
    private let code = Lock<Int32?>(nil)

    /// Starts it for a device, with the data in a folder beside its keys.
    init(
        _ device: DeviceUnderTest,
        _ arguments: [String] = ["--json", "--show", "none"],
        environment: [String: String] = [:]
    ) throws {
        // Nothing that leads to somebody's own store or desktop.
        let kept = ProcessInfo.processInfo.environment.filter {
            !["HOME", "XDG_DATA_HOME", "SEALEDPUSH_STORE", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"].contains(
                $0.key
            )
        }
        let own = ["--store", device.store.path, "--data", device.folder.path("listen")]
        let (output, outputEnd) = try Self.pipe()
        let (error, errorEnd) = try Self.pipe()
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { for end in [outputEnd, errorEnd, input] { close(end) } }
        child = try Child(
            Self.path,
            own + arguments,
            environment: kept.merging(environment) { $1 },
            descriptors: [input, outputEnd, errorEnd]
        )
        lines.read(output)
        errors.read(error)
    }

    deinit {
        kill(child.pid, SIGKILL)
        _ = wait()
    }

    /// Ends it and waits for that.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(child.pid, signal)
        return wait()
    }

    /// Waits for its end; the exit code, or 128 and the signal.
    func wait() -> Int32 {
        code.withLock { code in
            if let code { return code }
            let ended = child.wait()
            code = ended
            return ended
        }
    }

    /// Waits until it listens.
    func listening() async throws {
        try await errors.wait("that it listens") { $0.contains { $0.contains("listening as") } }
    }

    /// The most memory it has had at once, in KiB.
    func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(child.pid)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? .max
    }

    private static func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw Broker.Failed(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport

/// A broker of a test's own: Debian's `mosquitto`, on a free port of the loopback interface.
final class Broker: Sendable {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let program = "/usr/sbin/mosquitto"

    let folder: TemporaryDirectory
    let port: UInt16
    private let child = Lock<Child?>(nil)

    /// - Parameter settings: Lines of its configuration beside the listener.
    init(_ settings: [String] = ["allow_anonymous true"], folder: TemporaryDirectory? = nil) async throws {
        self.folder = try folder ?? TemporaryDirectory()
        port = try FreePort.find()
        let lines =
            [
                // Started by root it would become another user, who cannot read this folder.
                "user root", "listener \(port) 127.0.0.1", "max_queued_messages 0", "persistence true",
                "persistence_location \(self.folder.url.path)/", "autosave_interval 1", "log_type all",
            ] + settings
        try self.folder.write("mosquitto.conf", lines.joined(separator: "\n") + "\n")
        try await start()
    }

    deinit { stop(SIGKILL) }

    var url: String { "mqtt://127.0.0.1:\(port)" }
    var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }

    func start() async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw Failed(description: "the broker \(Self.program) is missing: apt-get install mosquitto")
        }
        let log = open(folder.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let started = try Child(Self.program, ["-c", folder.path("mosquitto.conf")], descriptors: [nil, log, log])
        child.withLock { $0 = started }
        let end = ContinuousClock.now + .seconds(30)
        while !FreePort.isListening(port) {
            guard ContinuousClock.now < end else { throw Failed(description: "the broker does not start: \(self.log)") }
            await Task.yield()
        }
    }

    /// Ends it and waits for that; by SIGTERM it saves what it has first.
    func stop(_ signal: Int32) {
        guard let child = child.withLock({ $0.take() }) else { return }
        kill(child.pid, signal)
        _ = child.wait()
    }

    /// Has it write down what it has, and waits for that.
    func save() async throws {
        let before = savedFile
        child.withLock { child in
            if let child { kill(child.pid, SIGUSR1) }
        }
        let end = ContinuousClock.now + .seconds(30)
        while savedFile == before {
            guard ContinuousClock.now < end else { throw Failed(description: "the broker does not save: \(log)") }
            await Task.yield()
        }
    }

    /// What it has saved is another file each time.
    private var savedFile: ino_t {
        var status = stat()
        return stat(folder.path("mosquitto.db"), &status) == 0 ? status.st_ino : 0
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushMQTT
import TestSupport

/// A broker of a test's own: Debian's `mosquitto`, on a free port of the loopback interface.
final class Mosquitto: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let folder: TemporaryDirectory
    let port: UInt16
    private let child = Lock<Child?>(nil)

    /// Starts it.
    ///
    /// - Parameter settings: lines of its configuration beside the listener.
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

    func configuration(
        url: String? = nil,
        credentials: MQTTCredentials = MQTTCredentials()
    ) throws -> MQTTConfiguration {
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: url ?? self.url), credentials: credentials)
        configuration.reconnection.firstDelay = .milliseconds(20)
        configuration.reconnection.longestDelay = .milliseconds(200)
        configuration.reconnection.refusedDelay = .milliseconds(200)
        return configuration
    }

    func start() async throws {
        let log = open(folder.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let path = "/usr/sbin/mosquitto"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Missing(description: "the broker \(path) is missing: apt-get install mosquitto")
        }
        let started = try Child(path, ["-c", folder.path("mosquitto.conf")], descriptors: [nil, log, log])
        child.withLock { $0 = started }
        let end = ContinuousClock.now + .seconds(30)
        while !FreePort.isListening(port) {
            guard ContinuousClock.now < end else {
                throw Missing(description: "the broker does not start: \(self.log)")
            }
            await Task.yield()
        }
    }

    /// Ends it and waits for that; by SIGTERM it saves what it has first.
    func stop(_ signal: Int32) {
        let child = child.withLock { $0.take() }
        guard let child else { return }
        kill(child.pid, signal)
        _ = child.wait()
    }

    var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }
}

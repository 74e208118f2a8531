// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushMQTT
import TestSupport

/// Debian's `mosquitto` on a free port of the loopback interface, with one user, and a device that listens there.
final class Broker: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description = "mosquitto and mosquitto_passwd are missing: apt-get install mosquitto"
    }

    let url: String
    let folder: TemporaryDirectory
    private let child: Child

    init() async throws {
        let folder = try TemporaryDirectory()
        let port = try FreePort.find()
        try folder.write("password", "correct horse\n")
        try folder.write("wrong", "battery staple\n")
        let passwords = folder.path("users")
        let path = "/usr/sbin/mosquitto"
        guard FileManager.default.isExecutableFile(atPath: path),
            let made = try? Child.run("mosquitto_passwd", ["-b", "-c", passwords, "sender", "correct horse"]),
            made.code == 0
        else { throw Missing() }
        let lines = [
            // Started by root it would become another user, who cannot read this folder.
            "user root", "listener \(port) 127.0.0.1", "allow_anonymous false", "password_file \(passwords)",
        ]
        let configuration = try folder.write("mosquitto.conf", lines.joined(separator: "\n") + "\n")
        let log = open(folder.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        child = try Child(path, ["-c", configuration], descriptors: [nil, log, log])
        url = "mqtt://127.0.0.1:\(port)"
        self.folder = folder
    }

    deinit {
        kill(child.pid, SIGKILL)
        _ = child.wait()
    }

    /// The options of who sends.
    func credentials(_ password: String = "password") -> [String] {
        ["--mqtt-user", "sender", "--mqtt-password-file", folder.path(password)]
    }

    /// Subscribes to a topic, and returns once that is done; what comes is acknowledged.
    func listen(to topic: String) async throws -> (subscriber: MQTTSubscriber, messages: AsyncStream<MQTTMessage>) {
        var configuration = MQTTConfiguration(
            broker: try MQTTBroker(url: url),
            credentials: MQTTCredentials(userName: "sender", passwordFile: folder.path("password"))
        )
        configuration.reconnection.firstDelay = .milliseconds(20)
        let (messages, continuation) = AsyncStream.makeStream(of: MQTTMessage.self)
        let (states, stateContinuation) = AsyncStream.makeStream(of: MQTTState.self)
        let subscriber = try MQTTSubscriber(
            configuration,
            clientID: .random(),
            topics: [try MQTTTopic(topic)],
            onState: { stateContinuation.yield($0) },
            onMessage: { delivery in
                continuation.yield(delivery.message)
                delivery.acknowledge()
            }
        )
        for await state in states { if case .connected = state { break } }
        return (subscriber, messages)
    }
}

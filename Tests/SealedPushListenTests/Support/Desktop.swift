// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A session bus of a test's own, and a notification daemon on it that tells what it shows.
final class Desktop: Sendable {
    /// Lines of JSON, one for each thing it was asked to do.
    let events = Inbox()
    private let folder: TemporaryDirectory
    private let bus: Child
    private let daemon: Child
    private let input: Int32

    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
    private var address: String { "unix:path=\(folder.path("bus"))" }

    init() async throws {
        folder = try TemporaryDirectory()
        let address = "unix:path=\(folder.path("bus"))"
        let (busOutput, busEnd) = try Self.pipe()
        defer { close(busEnd) }
        do {
            let arguments = ["--session", "--nofork", "--print-address", "--address=\(address)"]
            bus = try Child("dbus-daemon", arguments, descriptors: [nil, busEnd, STDERR_FILENO])
        } catch {
            throw Broker.Failed(description: "dbus-daemon is missing: apt-get install dbus-daemon")
        }
        let started = Inbox()
        started.read(busOutput)
        try await started.wait(count: 1)
        let (output, outputEnd) = try Self.pipe()
        let (inputEnd, input) = try Self.pipe()
        self.input = input
        defer { for end in [outputEnd, inputEnd] { close(end) } }
        daemon = try Child(
            try Self.python(),
            [
                TestFiles.tests.appending(path: "Fixtures/desktop/fake_daemon.py").path, "--capabilities",
                "body,actions",
            ],
            environment: ProcessInfo.processInfo.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 },
            descriptors: [inputEnd, outputEnd, STDERR_FILENO]
        )
        events.read(output)
        try await events.wait("the daemon") { $0.contains { $0.contains("\"ready\"") } }
    }

    deinit {
        close(input)
        for child in [daemon, bus] {
            kill(child.pid, SIGKILL)
            _ = child.wait()
        }
    }

    /// Waits for the daemon to be asked to show so many.
    func notifications(_ count: Int) async throws -> [JSONLine] {
        let isNotify: @Sendable (String) -> Bool = { $0.contains(#""event": "notify""#) }
        let lines = try await events.wait("notification \(count)") { $0.filter(isNotify).count >= count }
        return try lines.filter(isNotify).map { try JSONLine($0) }
    }

    /// The user opens a notification.
    func open(_ id: UInt64) {
        let line = [UInt8](#"{"do":"signal","name":"ActionInvoked","id":\#(id),"value":"default"}"#.utf8) + [0x0a]
        _ = write(input, line, line.count)
    }

    private static func python() throws -> String {
        let found = ["python3", "/usr/bin/python3"].first { python in
            (try? Child.run(python, ["-c", "import dbus, dbus.mainloop.glib; from gi.repository import GLib"]))?.code
                == 0
        }
        guard let found else {
            throw Broker.Failed(description: "no python3 with dbus and gi: apt-get install python3-dbus python3-gi")
        }
        return found
    }

    private static func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw Broker.Failed(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

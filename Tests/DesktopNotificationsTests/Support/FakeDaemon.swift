// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import TestSupport

/// The daemon of `Fixtures/desktop/fake_daemon.py`.
final class FakeDaemon {
    struct Value: Decodable, Hashable {
        let type: String
        let value: String
    }

    /// A line it wrote.
    struct Report: Decodable {
        let event: String
        let id: UInt32?
        let name: String?
        let app: String?
        let replaces: UInt32?
        let icon: String?
        let summary: String?
        let body: String?
        let actions: [String]?
        let hints: [String: Value]?
        let timeout: Int?
    }

    private struct Command: Encodable {
        let `do`: String
        var name: String?
        var id: UInt32?
        var text: String?
        var reason: UInt32?
        var error: String?
        var destination: String?

        enum Key: String, CodingKey { case `do`, name, id, value, error, to }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(`do`, forKey: .do)
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encodeIfPresent(text, forKey: .value)
            try container.encodeIfPresent(reason, forKey: .value)
            try container.encodeIfPresent(error, forKey: .error)
            try container.encodeIfPresent(destination, forKey: .to)
        }
    }

    static let script = TestFiles.tests.appending(path: "Fixtures/desktop/fake_daemon.py").path

    /// A Python that has what the script imports: the first in the path, else the one that the system's packages are for.
    static let python: String? = ["python3", "/usr/bin/python3"].first { python in
        (try? Child.run(python, ["-c", "import dbus, dbus.mainloop.glib; from gi.repository import GLib"]))?.code == 0
    }

    let process: HelperProcess
    /// Its unique name.
    let name: String

    init(_ bus: PrivateBus, capabilities: [String] = ["body"], _ options: String...) throws {
        guard let python = Self.python else {
            throw HelperProcess.NotStarted(
                description: "no python3 with dbus and gi; apt-get install python3-dbus python3-gi"
            )
        }
        process = try HelperProcess(
            python,
            [Self.script, "--capabilities", capabilities.joined(separator: ",")] + options,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
        name = try Self.next(process, "ready").name ?? ""
    }

    /// The next thing of this kind that it was asked to do.
    func next(_ event: String, within seconds: Double = 30) throws -> Report {
        try Self.next(process, event, within: seconds)
    }

    /// What it was asked and nobody looked at.
    var rest: [String] { process.lines.rest }

    /// - Parameter destination: The one who gets it; `nil` for everybody.
    func signal(_ name: String, _ id: UInt32, _ text: String, to destination: String? = nil) throws {
        try obey(Command(do: "signal", name: name, id: id, text: text, destination: destination))
    }

    func signal(_ name: String, _ id: UInt32, reason: UInt32) throws {
        try obey(Command(do: "signal", name: name, id: id, reason: reason))
    }

    func tell(_ command: String, error: String? = nil) throws { try obey(Command(do: command, error: error)) }

    private func obey(_ command: Command) throws {
        process.say(String(decoding: try JSONEncoder().encode(command), as: UTF8.self))
        _ = try next("done")
    }

    private static func next(_ process: HelperProcess, _ event: String, within seconds: Double = 30) throws -> Report {
        let line = try process.lines.take("the daemon's \(event)", within: seconds) { line in
            try JSONDecoder().decode(Report.self, from: Data(line.utf8)).event == event
        }
        return try JSONDecoder().decode(Report.self, from: Data(line.utf8))
    }
}

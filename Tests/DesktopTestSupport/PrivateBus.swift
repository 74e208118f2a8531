// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import TestSupport

/// A message bus of a test's own, with nothing that it could start but what the test says.
package final class PrivateBus {
    package let folder: TemporaryDirectory
    private var daemon: HelperProcess?

    package init(isStarted: Bool = true) throws {
        folder = try TemporaryDirectory()
        try folder.write(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(folder.path("services"))</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        )
        try FileManager.default.createDirectory(atPath: folder.path("services"), withIntermediateDirectories: true)
        if isStarted { try start() }
    }

    deinit { stop() }

    package var address: String { "unix:path=\(folder.path("bus"))" }

    package func start() throws {
        let arguments = ["--config-file=\(folder.path("bus.conf"))", "--nofork", "--print-address"]
        let daemon = try HelperProcess("dbus-daemon", arguments, isQuiet: true)
        _ = try daemon.lines.take("the address of the bus")
        self.daemon = daemon
    }

    package func stop() {
        daemon = nil
        try? FileManager.default.removeItem(atPath: folder.path("bus"))
    }

    /// Lets the bus start a notification daemon when it is asked to; before the bus itself is started.
    package func offerService(_ command: String) throws {
        try folder.write(
            "services/notifications.service",
            "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(command)\n"
        )
    }
}

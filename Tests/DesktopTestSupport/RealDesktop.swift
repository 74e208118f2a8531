// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TestSupport

/// A screen that nobody sees, with dunst on it.
package final class RealDesktop {
    package let bus: PrivateBus
    private let server: HelperProcess
    private let daemon: HelperProcess
    /// What a program needs to use this desktop.
    package let environment: [String: String]

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package init() throws {
        bus = try PrivateBus()
        // The server picks a free display and says which.
        server = try HelperProcess(
            "Xvfb",
            ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"],
            isQuiet: true
        )
        let display = try server.lines.take("the display")
        environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": ":\(display)", "LC_ALL": "C.UTF-8"]
        // dunst has no menu of its own: a program reads the entries and writes the one that is chosen.
        let menu = try bus.folder.write("menu", "#!/bin/sh\nexec grep -m 1 -F '#Unlock '\n", mode: 0o700)
        let configuration = try bus.folder.write(
            "dunstrc",
            """
            [global]
            width = 300
            origin = top-left
            offset = 20x20
            timeout = 0
            mouse_left_click = do_action
            dmenu = \(menu)
            font = Sans 12
            markup = full
            show_indicators = no
            """
        )
        daemon = try HelperProcess("dunst", ["-config", configuration], environment: environment, isQuiet: true)
    }

    /// A picture of two colours, and its path.
    package func picture() throws -> String {
        let path = bus.folder.path("a picture.png")
        try run("convert", "-size", "64x64", "gradient:red-blue", path)
        return path
    }

    // MARK: Looking

    /// Takes a picture of the screen, and counts its colours.
    package func colours(_ name: String) throws -> Int {
        var folder = bus.folder.url.path
        if let kept = ProcessInfo.processInfo.environment["SEALEDPUSH_SCREENSHOTS"], !kept.isEmpty {
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            folder = kept
        }
        let path = "\(folder)/\(name).png"
        try run("import", "-window", "root", path)
        let count = try run("identify", "-format", "%k", path)
        guard let count = Int(count) else { throw Failure(description: "identify says \(count)") }
        return count
    }

    /// Takes pictures until one has more colours than that; a window is there before it is painted.
    package func waitForColours(_ name: String, moreThan least: Int) throws {
        try wait("a painted notification") { try colours(name) > least }
    }

    package func waitForWindow(isThere: Bool = true) throws {
        try wait(isThere ? "a notification" : "the end of a notification") {
            // It fails where it finds none.
            let search = ["search", "--onlyvisible", "--class", "Dunst"]
            return try Child.run("xdotool", search, environment: merged).code == (isThere ? 0 : 1)
        }
    }

    /// Asks again and again, which takes a program each time and so is no busy waiting.
    private func wait(_ what: String, until isTrue: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while try !isTrue() {
            guard Date() < deadline else { throw Failure(description: "\(what) did not come on the screen in 30 s") }
        }
    }

    /// How many notifications dunst shows.
    package func shownCount() throws -> Int? { Int(try run("dunstctl", "count", "displayed")) }

    /// What dunst has shown and shows no longer, as it tells it: JSON with all texts.
    package func history() throws -> String { try run("dunstctl", "history") }

    // MARK: Doing

    package func click() throws { try run("xdotool", "mousemove", "60", "60", "click", "1") }

    /// Chooses the action that the configured menu does.
    package func chooseFromMenu() throws { try run("dunstctl", "context") }

    package func dismiss() throws { try run("dunstctl", "close") }

    private var merged: [String: String] { ProcessInfo.processInfo.environment.merging(environment) { $1 } }

    @discardableResult
    private func run(_ executable: String, _ arguments: String...) throws -> String {
        let outcome: Child.Outcome
        do {
            outcome = try Child.run(executable, arguments, environment: merged)
        } catch {
            throw Failure(description: "\(executable) is missing; Tests/run.sh installs it")
        }
        guard outcome.code == 0 else { throw Failure(description: "\(executable) failed: \(outcome.error)") }
        return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

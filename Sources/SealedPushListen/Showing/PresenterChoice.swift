// SPDX-License-Identifier: Apache-2.0

internal import DesktopNotifications
internal import NotificationHost
internal import SealedPushCLI

/// Chooses where notifications are shown.
enum PresenterChoice {
    private static let application = DesktopApplication(name: "SealedPush", category: "im.received")

    /// - Throws: exit code 69 where the desktop is asked for, and no session bus is named.
    static func presenter(
        _ options: ListenOptions,
        environment: [String: String]
    ) throws(CommandError) -> any NotificationPresenter {
        switch options.show {
        case ListenOptions.Show.none?: return SilentPresenter()
        case .terminal?: return terminal(options, environment)
        case .desktop?:
            do throws(DesktopError) {
                return try DesktopPresenter(application: application)
            } catch {
                throw CommandError(.unavailable, error.description)
            }
        case nil:
            if let desktop = try? DesktopPresenter(application: application) { return desktop }
            return options.asJSON ? SilentPresenter() : terminal(options, environment)
        }
    }

    /// Lines for people go where no lines for programs are.
    private static func terminal(_ options: ListenOptions, _ environment: [String: String]) -> TerminalPresenter {
        TerminalPresenter(output: options.asJSON ? 2 : 1, environment: environment)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import NotificationHost
internal import SealedPushCore

/// Shows notifications on a Linux desktop, through whatever notification daemon its session has.
///
/// A daemon may be absent, come, go and come again: what could not be shown is answered `notNow`, and
/// `PresenterEvent.ready` follows when one is there. What was on the screen when a daemon ended is not shown again. A
/// notification that was opened, or whose action was chosen, goes from the screen.
///
/// Badges, volumes and groups have no counterpart. An action that takes text is offered by desktops that have a text field
/// in notifications (KDE), and left out elsewhere.
/// - SeeAlso: https://specifications.freedesktop.org/notification-spec/latest/
public final class DesktopPresenter: NotificationPresenter {
    private let application: DesktopApplication
    private let address: String
    private let times: DesktopTimes
    private let status = Lock(DesktopStatus())
    private let commands = CommandQueue<DesktopCommand>()
    private let hasStarted = Lock(false)

    /// A presenter for the session bus of this process's environment.
    ///
    /// - Throws: `DesktopError.Code.noSessionBus` where the environment names none. A bus that nobody listens on yet is no
    ///   error: it is tried again and again.
    public convenience init(application: DesktopApplication) throws(DesktopError) {
        let address = try SessionBus.address(ProcessInfo.processInfo.environment)
        self.init(application: application, address: address)
    }

    /// A presenter for the bus at an address, such as `unix:path=/run/user/1000/bus`.
    public convenience init(application: DesktopApplication, address: String) {
        self.init(application: application, address: address, times: DesktopTimes())
    }

    package init(application: DesktopApplication, address: String, times: DesktopTimes) {
        self.application = application
        self.address = address
        self.times = times
    }

    deinit { stop() }

    /// Why nothing can be shown at the moment, in one line; `nil` when something can.
    public var problem: String? { status.withLock { $0.problem } }

    /// What lets the app come to the front, after the user opened a notification or chose an action; once.
    ///
    /// It goes to the program to be shown in the environment variable `XDG_ACTIVATION_TOKEN`. `nil` where the desktop gave
    /// none. It is there when the event is told, and is forgotten after some sixty others.
    public func activationToken(for identifier: String) -> String? {
        status.withLock { $0.takeToken(for: identifier) }
    }

    // MARK: NotificationPresenter

    /// What the daemon that runs now can do; nothing while there is none.
    public var abilities: PresenterAbilities { status.withLock { $0.abilities } }

    /// Not while it still looks for a daemon.
    public var knowsAbilities: Bool { !abilities.isEmpty }

    /// Begins to look for a daemon, on a thread of its own, which also makes all calls.
    public func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {
        let isFirst = hasStarted.withLock { hasStarted in
            defer { hasStarted = true }
            return !hasStarted
        }
        guard isFirst else { return }
        DesktopThread.start(commands) { [application, address, times, status] in
            DesktopEngine(
                application: application,
                address: address,
                times: times,
                status: status,
                shown: shown,
                events: events
            )
        }
    }

    /// Shows a notification; where no daemon answers in ten seconds, it is not for now.
    public func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        commands.send(.present(Showing(presentation: presentation, completion: completion)))
    }

    /// Takes notifications off the screen, those of earlier processes too.
    public func withdraw(_ notifications: [PresentedReference]) {
        commands.send(.withdraw(notifications))
    }

    /// Does nothing: desktops have no badge.
    public func showBadge(_ count: Int) {}

    /// Ends the thread; a call that it is making at this moment is made to its end.
    public func stop() {
        status.withLock { status in
            status.isStopped = true
            status.abilities = []
            status.problem = "the desktop presenter has stopped"
        }
        commands.send(.stop)
    }
}

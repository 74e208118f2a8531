// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore

/// What the presenter's thread does; everything in it is that thread's alone.
///
/// It goes from the bus to the daemon step by step, each an answer or a signal that comes, and never waits.
final class DesktopEngine {
    enum Phase: Hashable {
        /// There is no bus; it is tried again in a while.
        case offline
        /// The bus is asked who the daemon is.
        case connecting
        /// The bus knows no daemon.
        case absent
        /// The bus starts a daemon.
        case starting
        /// The daemon is asked what it can do.
        case greeting
        /// The daemon takes notifications.
        case ready
        /// The daemon is there and does not answer.
        case silent
    }

    typealias Instant = ContinuousClock.Instant

    let application: DesktopApplication
    let address: String
    var times: DesktopTimes
    private let status: Lock<DesktopStatus>
    private let events: @Sendable (PresenterEvent) -> Void

    var phase = Phase.offline
    var connection: BusConnection?
    /// The identifier of the bus; `nil` until it has told.
    var bus: String?
    /// The daemon's unique name.
    var owner: String?
    var abilities: DaemonAbilities = []
    var calls: [UInt64: AwaitedCall] = [:]
    /// What was not sent yet.
    var waiting: [Showing] = []
    var shown = ShownTable()
    /// What is to be closed as soon as the daemon that showed it can be reached.
    var owedCloses: [DesktopReference] = []
    /// Whether something was refused for want of room.
    var hasRefusedForRoom = false

    /// Until when notifications wait for a daemon; `nil` where they wait no longer, or need not.
    var holdUntil: Instant?
    var reconnectAt: Instant?
    var restartAt: Instant?
    var retryAt: Instant?

    init(
        application: DesktopApplication,
        address: String,
        times: DesktopTimes,
        status: Lock<DesktopStatus>,
        shown: [PresentedReference],
        events: @escaping @Sendable (PresenterEvent) -> Void
    ) {
        self.application = application
        self.address = address
        self.times = times
        self.status = status
        self.events = events
        for notification in shown {
            guard let reference = notification.reference.flatMap(DesktopReference.init) else { continue }
            self.shown.insert(reference, for: notification.identifier)
        }
    }

    // MARK: To the outside

    var isStopped: Bool { status.withLock { $0.isStopped } }

    func emit(_ event: PresenterEvent) {
        if !isStopped { events(event) }
    }

    func answer(_ showing: Showing, _ outcome: PresentationOutcome) {
        if !isStopped { showing.completion(outcome) }
    }

    func report(problem: String?, abilities: PresenterAbilities = []) {
        status.withLock { status in
            guard !status.isStopped else { return }
            status.problem = problem
            status.abilities = abilities
        }
    }

    func keepToken(_ token: String, for identifier: String) {
        status.withLock { $0.keepToken(token, for: identifier) }
    }

    // MARK: Time

    /// When `advance` must be called at the latest.
    var nextDeadline: Instant? {
        let times = [holdUntil, reconnectAt, restartAt, retryAt] + calls.values.map(\.deadline)
        return times.compactMap { $0 }.min()
    }

    /// Does what it is time for.
    func advance(to now: Instant) {
        if let time = reconnectAt, time <= now { connect() }
        if let time = restartAt, time <= now { startDaemon() }
        if let time = retryAt, time <= now {
            retryAt = nil
            if phase == .ready { emit(.ready) }
        }
        for (number, call) in calls.sorted(by: { $0.key < $1.key }) {
            if let deadline = call.deadline, deadline <= now, calls[number] != nil { giveUp(number) }
        }
        if let time = holdUntil, time <= now {
            holdUntil = nil
            refuseWaiting()
        }
    }

    /// Reads what has come.
    func receive() {
        do throws(BusError) {
            while let message = try connection?.next() {
                take(message)
            }
        } catch {
            disconnect(error)
        }
    }
}

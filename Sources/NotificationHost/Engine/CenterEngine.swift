// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import SealedPushStore
internal import UserNotifications

/// The part of a device that keeps, brings and shows the notifications of one app.
///
/// Calls are carried out one after another on `queue`; what belongs to the app is called on `callOut`.
final class CenterEngine: NotificationSystem, @unchecked Sendable {
    // Unchecked because its state changes: `state` and the store's writes on `queue` alone, which `perform` sees to.

    /// How long a delegate may take to say how a notification is presented, or to take a response; about what the system
    /// gives an app in the background.
    static let delegatePatience: TimeInterval = 30
    /// How long a store that fails, on a full disk for example, is left alone.
    static let storePatience: TimeInterval = 5

    /// How long a presenter may look for its desktop before the app is told that there is none.
    static let presenterPatience: TimeInterval = 5

    struct State {
        var categories: Set<UNNotificationCategory> = []
        var isInForeground = false
        var hasStarted = false
        /// For good: another process may have the notifications.
        var hasStopped = false
        /// The time when it was last looked at.
        var lastSeen = Date.distantPast
        /// Those who asked for permission while the user is being asked.
        var permissionWaiters: [@Sendable (Bool, (any Error)?) -> Void] = []
        var position: Position?
        /// What the next date needs.
        var alarm: (any DeviceAlarm)?
        var alarmDate: Int64?
        var presenting = PresentingState()
        /// Whether the presenter was told to begin.
        var hasConnected = false
        /// What the user did before the app had finished to launch: its delegate may not be in place.
        var heldEvents: [PresenterEvent] = []
        /// Questions that need to know what the presenter can do.
        var abilityWaiters: [(CenterEngine) -> Void] = []
        /// Called once nothing is under way.
        var idleWaiters: [@Sendable () -> Void] = []
        /// Calls of the delegate that have not come back.
        var openCalls = 0
    }

    var now: Date { clock.now }

    let store: NotificationStore
    let presenter: (any NotificationPresenter)?
    let clock: any DeviceClock
    let attachments: AttachmentStore
    let soundFolders: [String]
    let permission: Permission
    let listCapacity: Int
    let report: @Sendable (String) -> Void
    let queue = DispatchQueue(label: "NotificationHost.CenterEngine")
    private let queueMark = DispatchSpecificKey<Bool>()
    let callOut = DispatchQueue(label: "UNUserNotificationCenter.call-out")
    var state = State()
    /// Set once, before anybody can call.
    weak var center: UNUserNotificationCenter?

    init(
        store: NotificationStore,
        presenter: (any NotificationPresenter)?,
        clock: any DeviceClock,
        attachments: AttachmentStore,
        soundFolders: [String],
        permission: Permission,
        listCapacity: Int,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.presenter = presenter
        self.clock = clock
        self.attachments = attachments
        self.soundFolders = soundFolders
        self.permission = permission
        self.listCapacity = listCapacity
        self.report = report
        queue.setSpecific(key: queueMark, value: true)
    }

    // MARK: Queues

    /// Does something after all that was asked for before.
    func perform(_ work: @escaping (CenterEngine) -> Void) {
        let work = Handover(work)
        queue.async {
            self.noticeClock()
            work.value(self)
            self.wakeIdleWaiters()
        }
    }

    /// The same, and waits for it.
    func performAndWait(_ work: (CenterEngine) -> Void) {
        read { engine in
            work(engine)
            engine.wakeIdleWaiters()
        }
    }

    /// A value of this moment, after all that was asked for before; at once for what is called from the queue itself, as a
    /// presenter and `report` are.
    func read<Value>(_ body: (CenterEngine) -> Value) -> Value {
        if DispatchQueue.getSpecific(key: queueMark) == true { return body(self) }
        return queue.sync { body(self) }
    }

    /// Calls something of the app's, where `current()` is this center.
    func call(_ work: @escaping (UNUserNotificationCenter?) -> Void) {
        let work = Handover(work)
        callOut.async { [weak center] in
            CurrentCenter.$override.withValue(center) { work.value(center) }
        }
    }

    /// Replies on the app's queue.
    func reply<Value>(_ handler: (@Sendable (Value) -> Void)?, _ value: Value) {
        guard let handler else { return }
        call { _ in handler(value) }
    }

    // MARK: Faults

    /// Runs a call of the store; a fault is said, and answered with `nil`.
    func attempt<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
        do throws(StoreError) {
            return try body()
        } catch {
            report(error.description)
            return nil
        }
    }

    // MARK: Rest

    /// Calls `action` on the app's queue once nothing is under way.
    func whenIdle(_ action: @escaping @Sendable () -> Void) {
        perform { $0.state.idleWaiters.append(action) }
    }

    func wakeIdleWaiters() {
        guard !state.idleWaiters.isEmpty, state.hasStopped || (state.openCalls == 0 && state.presenting.isIdle) else {
            return
        }
        let waiters = state.idleWaiters
        state.idleWaiters = []
        callOut.async { for waiter in waiters { waiter() } }
    }

    // MARK: Categories

    func setCategories(_ categories: Set<UNNotificationCategory>) {
        perform { $0.state.categories = categories }
    }

    func categories(reply: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        perform { $0.reply(reply, $0.state.categories) }
    }

    func category(of content: UNNotificationContent) -> UNNotificationCategory? {
        guard !content.categoryIdentifier.isEmpty else { return nil }
        return state.categories.first { $0.identifier == content.categoryIdentifier }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    func start() {
        perform { engine in
            guard !engine.state.hasStarted, !engine.state.hasStopped else { return }
            engine.state.hasStarted = true
            engine.attempt { () throws(StoreError) in try engine.store.doubtWhatWasGiven() }
            engine.sweepAttachments()
            for event in engine.state.heldEvents { engine.take(event) }
            engine.state.heldEvents = []
            engine.rescheduleWhatIsTooFar()
            engine.deliverWhatIsDue()
            engine.pump()
        }
    }

    /// Has the presenter look for its desktop, long before there is anything to show.
    func connect() {
        perform { engine in
            let shown = engine.attempt { () throws(StoreError) in try engine.store.shownNotifications() } ?? []
            engine.presenter?.start(
                shown: shown.map { PresentedReference(identifier: $0.identifier, reference: $0.reference) }
            ) { [weak engine] event in
                engine?.perform { engine in
                    if event == .ready { engine.presenterIsKnown() }
                    if engine.state.hasStarted { engine.take(event) } else { engine.state.heldEvents.append(event) }
                }
            }
            if engine.badge != 0 { engine.presenter?.showBadge(engine.badge) }
        }
    }

    /// Does something that needs to know what the presenter can do; at the latest when it had its time.
    func whenPresenterIsKnown(_ work: @escaping (CenterEngine) -> Void) {
        guard let presenter, !presenter.knowsAbilities else { return work(self) }
        state.abilityWaiters.append(work)
        _ = clock.schedule(at: clock.now.addingTimeInterval(Self.presenterPatience)) { [weak self] in
            self?.perform { $0.presenterIsKnown() }
        }
    }

    private func presenterIsKnown() {
        let waiters = state.abilityWaiters
        state.abilityWaiters = []
        for waiter in waiters { waiter(self) }
    }

    /// Returns when the last call is done.
    func stop() {
        performAndWait { _ in
            state.hasStarted = false
            state.hasStopped = true
            state.alarm?.cancel()
            state.alarm = nil
            state.alarmDate = nil
            presenter?.stop()
        }
    }

    /// What a device that has stopped says.
    static let stopped = DeviceError(
        .storage,
        "the device has stopped, and another one may have its notifications: make a new one"
    )

    // MARK: For the device

    func alertsAreAllowed() -> Bool { read { $0.isAllowed && $0.granted.contains(.alert) } }

    /// Whether the provider brings a push again.
    func hasTaken(_ push: RemotePush) throws(DeviceError) -> Bool {
        guard let key = push.redeliveryKey else { return false }
        let found = read { engine in Result { () throws(StoreError) in try engine.store.hasTaken(key) } }
        do throws(StoreError) {
            return try found.get()
        } catch {
            throw DeviceError(.storage, error.description)
        }
    }

    func receive(_ push: RemotePush, _ shown: ShownNotification) throws(DeviceError) {
        let failure: String? = read { _ in
            defer { wakeIdleWaiters() }
            guard !state.hasStopped else { return Self.stopped.description }
            do {
                guard let content = shown.content else {
                    applyBadge(of: push)
                    if let key = push.redeliveryKey {
                        try store.change { () throws(StoreError) in try store.markTaken(key) }
                    }
                    return nil
                }
                let trigger = UNPushNotificationTrigger.make()
                try deliverRemote(
                    UNNotificationRequest(identifier: push.identifier, content: content, trigger: trigger),
                    key: push.redeliveryKey
                )
                return nil
            } catch {
                return "\(error)"
            }
        }
        if let failure { throw DeviceError(.storage, failure) }
    }

    /// A push may carry a number and nothing to see.
    private func applyBadge(of push: RemotePush) {
        guard isAllowed, granted.contains(.badge), let payload = RemotePayload(push.payload), !payload.hasVisibleAlert,
            let badge = payload.content.badge.flatMap({ Int(exactly: $0.doubleValue) }), badge >= 0
        else { return }
        attempt { () throws(StoreError) in try showBadge(badge) }
    }

    func checkAction(_ action: String, on identifier: String, hasText: Bool) throws(DeviceError) {
        let content = read { engine in
            (engine.attempt { () throws(StoreError) in try engine.store.delivered(identifier) } ?? nil)
                .map { ($0.notification.request.content, engine.category(of: $0.notification.request.content)) }
        }
        guard let (content, category) = content else {
            throw noSuchNotification(identifier)
        }
        guard let found = category?.actions.first(where: { $0.identifier == action }) else {
            throw DeviceError(
                .noSuchAction,
                "'\(identifier)' has no action '\(action)'; its category '\(content.categoryIdentifier)' has "
                    + (category.map { $0.actions.map(\.identifier).joined(separator: ", ") } ?? "not been set")
            )
        }
        guard (found is UNTextInputNotificationAction) == hasText else {
            throw DeviceError(.wrongInput, "the action '\(action)' \(hasText ? "takes no text" : "needs a text")")
        }
    }

    func noSuchNotification(_ identifier: String) -> DeviceError {
        let isPending = read { engine in
            (engine.attempt { () throws(StoreError) in try engine.store.pendingRequests() } ?? [])
                .contains { $0.request.identifier == identifier }
        }
        let name = PrintableText.excerpt(identifier)
        return DeviceError(
            .noSuchNotification,
            isPending
                ? "'\(name)' was not delivered yet: it waits for its trigger"
                : "no notification '\(name)' in the list: not delivered, removed, or acted on before"
        )
    }

    // MARK: The device's address

    private static let tokenLength = 32

    func deviceToken() throws(DeviceError) -> Data {
        let token = read { engine in
            Result { () throws(StoreError) in try engine.store.deviceToken(length: Self.tokenLength) }
        }
        do throws(StoreError) {
            return Data(try token.get())
        } catch {
            throw DeviceError(.storage, error.description)
        }
    }
}

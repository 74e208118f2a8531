// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    /// The kinds of interaction; one of them at least makes a permission.
    private static let interactions: UNAuthorizationOptions = [.alert, .sound, .badge, .criticalAlert]

    private var nothingShows: UNError {
        let remedy = "start a desktop's notification service, or give the device another presenter"
        return UNError(
            .notificationsNotAllowed,
            "nothing on this machine shows notifications: \(presenter?.problem ?? remedy)"
        )
    }

    // MARK: Asking

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        whenKnown { engine in
            let possible = options.intersection(engine.possibleOptions)
            guard !engine.possibleOptions.isDisjoint(with: Self.interactions) else {
                let refusal = engine.nothingShows
                engine.call { _ in reply(false, refusal) }
                return
            }
            switch engine.status {
            case .denied: engine.call { _ in reply(false, nil) }
            case .authorized, .ephemeral: engine.grant(possible, as: .authorized, reply)
            case .provisional where options.contains(.provisional): engine.grant(possible, as: .provisional, reply)
            case .provisional, .notDetermined:
                if options.contains(.provisional) {
                    engine.grant(possible, as: .provisional, reply)
                } else {
                    engine.ask(possible, reply)
                }
            }
        }
    }

    private func whenKnown(_ work: @escaping (CenterEngine) -> Void) {
        perform { $0.whenPresenterIsKnown(work) }
    }

    private func ask(_ options: UNAuthorizationOptions, _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        switch permission {
        case .granted: grant(options, as: .authorized, reply)
        case .denied: deny(reply)
        case .ask(let user):
            // Whoever asks meanwhile gets the same answer.
            state.permissionWaiters.append(reply)
            guard state.permissionWaiters.count == 1 else { return }
            state.openCalls += 1
            Task {
                let granted = await user(options)
                perform { engine in
                    engine.state.openCalls -= 1
                    let waiters = engine.state.permissionWaiters
                    engine.state.permissionWaiters = []
                    for waiter in waiters {
                        if granted { engine.grant(options, as: .authorized, waiter) } else { engine.deny(waiter) }
                    }
                }
            }
        }
    }

    private func grant(
        _ options: UNAuthorizationOptions,
        as status: UNAuthorizationStatus,
        _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let all = options.union(granted)
        let isSaved: Void? = attempt { () throws(StoreError) in
            try store.set(.authorizationOptions, to: Int(bitPattern: all.rawValue))
            try store.set(.authorizationStatus, to: status.rawValue)
        }
        guard isSaved != nil else {
            call { _ in reply(false, UNError(.notificationsNotAllowed, "the permission could not be written down")) }
            return
        }
        call { _ in reply(!all.isDisjoint(with: Self.interactions), nil) }
    }

    private func deny(_ reply: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        attempt { () throws(StoreError) in
            try store.set(.authorizationStatus, to: UNAuthorizationStatus.denied.rawValue)
        }
        call { _ in reply(false, nil) }
    }

    /// What the user does in the system's settings.
    func setAllowed(_ isAllowed: Bool) {
        perform { engine in
            let status: UNAuthorizationStatus = isAllowed ? .authorized : .denied
            engine.attempt { () throws(StoreError) in
                try engine.store.set(.authorizationStatus, to: status.rawValue)
            }
        }
    }

    // MARK: What holds

    var status: UNAuthorizationStatus {
        let found = attempt { () throws(StoreError) in try store.fact(.authorizationStatus) }
        return (found ?? nil).flatMap(UNAuthorizationStatus.init) ?? .notDetermined
    }

    var isAllowed: Bool { [.authorized, .provisional, .ephemeral].contains(status) }

    /// What was granted, whether or not it can be shown at this moment.
    var granted: UNAuthorizationOptions {
        let found = attempt { () throws(StoreError) in try store.fact(.authorizationOptions) }
        return UNAuthorizationOptions(rawValue: UInt(bitPattern: (found ?? nil) ?? 0))
    }

    /// What the presenter can do, as options.
    private var possibleOptions: UNAuthorizationOptions {
        let abilities = presenter?.abilities ?? []
        var options: UNAuthorizationOptions = [.providesAppNotificationSettings, .provisional]
        if abilities.contains(.alert) { options.insert(.alert) }
        if abilities.contains(.sound) { options.formUnion([.sound, .criticalAlert]) }
        if abilities.contains(.badge) { options.insert(.badge) }
        return options
    }

    func settings(reply: @escaping @Sendable (UNNotificationSettings) -> Void) {
        whenKnown { $0.reply(reply, $0.currentSettings) }
    }

    var currentSettings: UNNotificationSettings {
        let possible = possibleOptions
        let granted = granted
        let isAllowed = isAllowed
        func setting(_ option: UNAuthorizationOptions) -> UNNotificationSetting {
            guard possible.contains(option) else { return .notSupported }
            return isAllowed && granted.contains(option) ? .enabled : .disabled
        }
        var values = UNNotificationSettings.Values()
        values.authorizationStatus = status
        values.alert = setting(.alert)
        values.notificationCenter = values.alert
        values.lockScreen = .notSupported
        values.sound = setting(.sound)
        values.badge = setting(.badge)
        values.criticalAlert = setting(.criticalAlert)
        values.timeSensitive = values.alert
        values.alertStyle = values.alert == .enabled ? .banner : .none
        values.providesAppNotificationSettings = isAllowed && granted.contains(.providesAppNotificationSettings)
        return UNNotificationSettings(values)
    }
}

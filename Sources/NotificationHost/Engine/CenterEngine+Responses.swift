// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    /// Takes what happened on the screen; on the queue.
    func take(_ event: PresenterEvent) {
        switch event {
        case .opened(let identifier):
            respond(identifier, UNNotificationDefaultActionIdentifier, text: nil)
        case .acted(let identifier, let action, let text):
            respond(identifier, action, text: text)
        case .dismissed(let identifier):
            respond(identifier, UNNotificationDismissActionIdentifier, text: nil)
        case .settingsOpened(let identifier):
            openSettings(identifier)
        case .ready:
            presenterIsReady()
        }
    }

    /// Tells the app what the user did; one that is not in the list any more has been responded to already.
    ///
    /// On the queue.
    ///
    /// - Parameter completion: Called when the app is done with it, or had its time; says whether there was such a one.
    func respond(
        _ identifier: String,
        _ action: String,
        text: String?,
        completion: (@Sendable (Bool) -> Void)? = nil
    ) {
        guard let found = attempt({ () throws(StoreError) in try store.delivered(identifier) }), let delivered = found
        else {
            completion?(false)
            return
        }
        remove(delivered)
        let category = category(of: delivered.notification.request.content)
        if action == UNNotificationDismissActionIdentifier, category?.options.contains(.customDismissAction) != true {
            completion?(true)
            return
        }
        if action == UNNotificationDefaultActionIdentifier
            || category?.actions.first(where: { $0.identifier == action })?.options.contains(.foreground) == true
        {
            state.isInForeground = true
        }
        hand(response(delivered.notification, action, text), completion)
    }

    private func response(_ notification: UNNotification, _ action: String, _ text: String?) -> UNNotificationResponse {
        guard let text else { return UNNotificationResponse(notification: notification, actionIdentifier: action) }
        return UNTextInputNotificationResponse(notification: notification, actionIdentifier: action, userText: text)
    }

    private func hand(_ response: UNNotificationResponse, _ completion: (@Sendable (Bool) -> Void)?) {
        state.openCalls += 1
        let once = OnceOnly()
        let finished: @Sendable () -> Void = { [weak self] in
            guard once.isFirst() else { return }
            self?.perform { $0.state.openCalls -= 1 }
            completion?(true)
        }
        let limit = clock.schedule(at: clock.now.addingTimeInterval(Self.delegatePatience)) { finished() }
        call { center in
            guard let center, let delegate = center.delegate else {
                limit.cancel()
                return finished()
            }
            delegate.userNotificationCenter(center, didReceive: response) {
                limit.cancel()
                finished()
            }
        }
    }

    /// Shows the app's own settings, where it said that it has some; on the queue.
    func openSettings(_ identifier: String?) {
        guard isAllowed, granted.contains(.providesAppNotificationSettings) else { return }
        let found = identifier.flatMap { identifier in
            attempt { () throws(StoreError) in try store.delivered(identifier) } ?? nil
        }
        let notification = found?.notification
        state.isInForeground = true
        call { center in
            guard let center else { return }
            center.delegate?.userNotificationCenter(center, openSettingsFor: notification)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a center tells an app: that a notification comes while the app is in front, and what the user did with one.
///
/// Every method is optional. Of a method's two forms implement one, with a completion handler or `async`. Any object may be
/// the delegate; the center holds it weakly. The methods are called on a queue of the center's own.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Says how a notification is presented while the app is in the foreground; call the handler once.
    ///
    /// A delegate that does not implement it presents nothing; a handler that is not called in time does not either.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    )

    /// Says how a notification is presented while the app is in the foreground.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Takes what the user did with a notification; call the handler once, when done.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )

    /// Takes what the user did with a notification.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

    /// Shows the app's own settings; `nil` where the user comes from the system's settings and not from a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

extension UNUserNotificationCenterDelegate {
    /// Asks the `async` form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        // One by one: a tuple of them that a task takes apart is released once too often (Swift 6.3).
        let delegate = Handover(self as any UNUserNotificationCenterDelegate)
        let notification = Handover(notification)
        let handler = Handover(completionHandler)
        Task {
            let options = await delegate.value.userNotificationCenter(center, willPresent: notification.value)
            handler.value(options)
        }
    }

    /// Nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        []
    }

    /// Asks the `async` form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let delegate = Handover(self as any UNUserNotificationCenterDelegate)
        let response = Handover(response)
        let handler = Handover(completionHandler)
        Task {
            await delegate.value.userNotificationCenter(center, didReceive: response.value)
            handler.value()
        }
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

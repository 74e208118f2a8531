// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// Tells what the user does with a notification.
final class ResponseDelegate: NSObject, UNUserNotificationCenterDelegate {
    private let teller: Teller

    init(teller: Teller) { self.teller = teller }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let action =
            switch response.actionIdentifier {
            case UNNotificationDefaultActionIdentifier: "open"
            case UNNotificationDismissActionIdentifier: "dismiss"
            default: response.actionIdentifier
            }
        // A reader that has gone ends the program; there is nothing more to do here.
        _ = teller.tell(
            .response(
                Teller.Response(
                    id: PushReport.id(of: response.notification.request.content),
                    action: action,
                    text: (response as? UNTextInputNotificationResponse)?.userText
                )
            )
        )
        completionHandler()
    }

    /// Opening one brings an app to the front; this one is nothing to look at, so it goes on to show all.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound])
    }
}

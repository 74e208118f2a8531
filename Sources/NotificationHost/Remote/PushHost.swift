// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

/// Plays the device: takes pushes from the provider, runs the service extension where the system would, says what is shown.
package struct PushHost {
    private let runner: (any ExtensionRunner)?
    /// Whether the user lets the app show alerts; without that no extension runs and nothing is seen.
    package var alertsAreAllowed = true
    /// Whether the app has the filtering entitlement: its extension may then show nothing at all.
    package var mayFilter = false

    package init(_ runner: (any ExtensionRunner)?) { self.runner = runner }

    /// Takes one push, and returns when it is settled what is shown of it.
    package func deliver(_ push: RemotePush) -> ShownNotification {
        guard alertsAreAllowed, let payload = RemotePayload(push.payload), payload.hasVisibleAlert else {
            return ShownNotification(content: nil, origin: .original)
        }
        let request = UNNotificationRequest(
            identifier: push.identifier,
            content: payload.content,
            trigger: UNPushNotificationTrigger.make()
        )
        guard payload.isMutable, let runner else {
            return ShownNotification(content: request.content, origin: .original)
        }
        switch runner.run(push, request: request) {
        case .failure(let failure):
            return ShownNotification(content: request.content, origin: .originalAfterFailure(failure))
        case .content(let content, let afterExpiry):
            let origin = afterExpiry ? ShownNotification.Origin.extensionAtExpiry : .extension
            let texts = [content.title, content.subtitle, content.body]
            if texts.contains(where: { !$0.isEmpty }) { return ShownNotification(content: content, origin: origin) }
            if mayFilter { return ShownNotification(content: nil, origin: origin) }
            return ShownNotification(
                content: request.content,
                origin: .originalAfterFailure(.answerIsInvisible)
            )
        }
    }
}

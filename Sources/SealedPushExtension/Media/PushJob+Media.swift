// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

extension PushJob {
    /// What the extension wants loaded; nothing for content that the user does not want to see, or that is not shown at all.
    func mediaRequest(
        for notification: OpenedNotification,
        content: UNNotificationContent
    ) -> MediaRequest? {
        let isVisible = [content.title, content.subtitle, content.body].contains { !$0.isEmpty }
        guard isVisible, !notification.contentIsHidden, slot.isOpen else { return nil }
        return service.media(for: notification, content: content)
    }

    /// The outcome with an attachment more, or as it was where there is none to be had.
    func illustrated(
        _ outcome: Outcome,
        by request: MediaRequest,
        of notification: OpenedNotification
    ) -> Outcome {
        let fetch = MediaFetch(
            loader: service.mediaLoader,
            deadline: arrival + MediaLimits.time,
            isOpen: { [slot] in slot.isOpen }
        )
        do throws(MediaError) {
            let loaded = try fetch.load(request)
            let content = composer.mutableCopy(of: outcome.content)
            content.attachments.append(loaded.attachment)
            return Outcome(composer.snapshot(of: content)) {
                let other = outcome.settle()
                // Its file stays only where it is shown.
                if other == nil { loaded.file.keep() }
                return other
            }
        } catch {
            if slot.isOpen { service.didNotLoad(error, for: notification) }
            return outcome
        }
    }
}

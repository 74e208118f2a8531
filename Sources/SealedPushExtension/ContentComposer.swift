// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import UserNotifications

/// Makes the content for each outcome of a push; none of it comes from outside the seal.
struct ContentComposer {
    let placeholder: Placeholder
    let lockedNotice: LockedNotice

    /// The placeholder, with the sound the app gave it.
    func placeholderContent() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.body = placeholderText
        content.sound = placeholder.sound.map(Self.sound)
        return content
    }

    /// What was sealed, or the placeholder around it where the user wants nothing on the screen.
    func content(of notification: OpenedNotification) -> UNNotificationContent {
        let content = PayloadContent(notification.payload).content
        if notification.contentIsHidden {
            content.title = ""
            content.subtitle = ""
            content.body = ""
        }
        return completed(content, mayBeEmpty: false)
    }

    /// What is shown of a push that was not opened.
    func content(of failure: OpenFailure, receiver: Receiver) -> UNNotificationContent {
        let content = placeholderContent()
        switch failure.reason {
        case .duplicate:
            if receiver.policy.mayDrop { return UNNotificationContent() }
            content.sound = nil
            content.interruptionLevel = .passive
        case .locked:
            content.sound = lockedNotice.isFirst() ? placeholder.sound.map(Self.sound) ?? .default : nil
        default: break
        }
        return snapshot(of: content)
    }

    /// Content that nobody changes any more, with the placeholder's text where it has none: the system would show the
    /// original instead.
    func completed(_ content: UNNotificationContent, mayBeEmpty: Bool) -> UNNotificationContent {
        // The snapshot first: whoever made the content may still change it.
        let content = snapshot(of: content)
        guard !mayBeEmpty, [content.title, content.subtitle, content.body].allSatisfy(\.isEmpty) else { return content }
        let copy = mutableCopy(of: content)
        copy.body = placeholderText
        return snapshot(of: copy)
    }

    func snapshot(of content: UNNotificationContent) -> UNNotificationContent {
        content.copy() as? UNNotificationContent ?? content
    }

    func mutableCopy(of content: UNNotificationContent) -> UNMutableNotificationContent {
        content.mutableCopy() as? UNMutableNotificationContent ?? placeholderContent()
    }

    /// Never empty, whatever the app says.
    private var placeholderText: String {
        let text = LocalizedText(plain: placeholder.text, key: placeholder.localizationKey, arguments: []).string
        return text.isEmpty ? Placeholder.standard.text ?? "New notification" : text
    }

    private static func sound(_ name: String) -> UNNotificationSound {
        name == "default" ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
    }
}

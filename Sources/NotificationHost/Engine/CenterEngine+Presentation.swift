// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

extension CenterEngine {
    /// A notification as a presenter takes it.
    func presentation(
        of delivered: DeliveredNotification,
        _ options: UNNotificationPresentationOptions
    ) -> Presentation {
        let request = delivered.notification.request
        let content = request.content
        var presentation = Presentation(
            delivery: delivered.number,
            identifier: request.identifier,
            date: delivered.notification.date,
            title: content.title,
            subtitle: content.subtitle,
            body: body(of: request)
        )
        presentation.isInDoubt = delivered.isInDoubt
        presentation.attachments = content.attachments.filter { attachments.isUsable($0) }
            .map { Presentation.Attachment(path: $0.url.path, type: $0.type) }
        presentation.showsBanner = options.contains(.banner)
        presentation.interruptionLevel = level(of: content)
        let isQuiet = !options.contains(.sound) || presentation.interruptionLevel == .passive || delivered.isInDoubt
        presentation.sound = isQuiet ? nil : sound(of: content)
        presentation.threadIdentifier = content.threadIdentifier
        presentation.actions = (category(of: content)?.actions ?? []).map(Self.action)
        presentation.replacedReference = delivered.reference
        return presentation
    }

    /// In the body of a local notification `%%` stands for `%`, and other placeholders vanish.
    private func body(of request: UNNotificationRequest) -> String {
        let content = request.content
        guard !(request.trigger is UNPushNotificationTrigger), !content.bodyIsLocalized else { return content.body }
        return BodyText.display(content.body)
    }

    /// Critical is for those whom the user let; from others it is as urgent as they may be.
    private func level(of content: UNNotificationContent) -> UNNotificationInterruptionLevel {
        guard content.interruptionLevel == .critical, !granted.contains(.criticalAlert) else {
            return content.interruptionLevel
        }
        return .timeSensitive
    }

    private func sound(of content: UNNotificationContent) -> Presentation.Sound? {
        let mayBeCritical = granted.contains(.criticalAlert)
        guard let kind = content.sound?.kind else {
            // A critical alert is heard, whatever it says.
            let isCritical = content.interruptionLevel == .critical && mayBeCritical
            return isCritical ? Presentation.Sound(isCritical: true) : nil
        }
        return Presentation.Sound(
            path: kind.name.flatMap(soundPath),
            isCritical: kind.isCritical && mayBeCritical,
            volume: kind.volume
        )
    }

    /// The file of a sound's name; without one it is the system's own sound.
    private func soundPath(_ name: String) -> String? {
        guard !name.contains("/") else { return nil }
        return soundFolders.map { "\($0)/\(name)" }.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    private static func action(_ action: UNNotificationAction) -> Presentation.Action {
        let input = action as? UNTextInputNotificationAction
        var icon: String?
        if case .system(let name)? = action.icon?.source { icon = name }
        return Presentation.Action(
            identifier: action.identifier,
            title: action.title,
            icon: icon,
            isDestructive: action.options.contains(.destructive),
            isForeground: action.options.contains(.foreground),
            textInput: input.map {
                Presentation.Action.TextInput(
                    buttonTitle: $0.textInputButtonTitle,
                    placeholder: $0.textInputPlaceholder
                )
            }
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import UserNotifications

/// A notification as a daemon gets it: the arguments of `Notify`.
///
/// - SeeAlso: https://specifications.freedesktop.org/notification-spec/latest/protocol.html
struct NotifyCall: Hashable, Sendable {
    private enum Urgency {
        static let low: UInt8 = 0
        static let normal: UInt8 = 1
        static let critical: UInt8 = 2
    }

    /// The sound of the desktop's theme for a message.
    static let usualSound = "message-new-instant"

    let applicationName: String
    let icon: String
    let summary: String
    let body: String
    let actions: ActionKeys
    let hints: [BusValue.Entry]

    init(_ presentation: Presentation, for abilities: DaemonAbilities, from application: DesktopApplication) {
        let name = NotificationText.line(application.name)
        // A daemon that groups by app, or shows the name, needs one.
        applicationName = name.isEmpty ? NotificationText.line(ProcessInfo.processInfo.processName) : name
        icon = NotificationText.line(application.icon)
        actions = ActionKeys(presentation.actions, for: abilities, openTitle: application.openTitle)
        let title = NotificationText.line(presentation.title)
        var subtitle = NotificationText.line(presentation.subtitle)
        let text = NotificationText.body(presentation.body)
        var heading = title
        if title.isEmpty {
            // As Apple does: a notification without a title bears the app's name.
            heading = subtitle.isEmpty ? applicationName : subtitle
            subtitle = ""
        }
        hints = Self.hints(presentation, actions, application)
        guard abilities.contains(.body) else {
            // A daemon that shows one line alone: all of it goes there.
            summary = NotificationText.line([heading, subtitle, text].filter { !$0.isEmpty }.joined(separator: " – "))
            body = ""
            return
        }
        summary = heading
        let hasMarkup = abilities.contains(.markup)
        let lines = [
            hasMarkup && !subtitle.isEmpty ? "<b>\(NotificationText.escape(subtitle))</b>" : subtitle,
            hasMarkup ? NotificationText.escape(text) : text,
        ]
        body = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The arguments, with the number of the notification that it takes the place of; 0 for none.
    func arguments(replacing number: UInt32) -> [BusValue] {
        [
            .string(applicationName), .unsigned(number), .string(icon), .string(summary), .string(body),
            .strings(actions.pairs), .dictionary(hints),
            // How long it stays is the desktop's to say.
            .integer(-1),
        ]
    }

    // MARK: Hints

    private static func hints(
        _ presentation: Presentation,
        _ actions: ActionKeys,
        _ application: DesktopApplication
    ) -> [BusValue.Entry] {
        var hints = [BusValue.Entry(key: "urgency", value: .byte(urgency(presentation)))]
        func add(_ key: String, _ text: String?) {
            guard let text else { return }
            hints.append(BusValue.Entry(key: key, value: .string(text)))
        }
        add("category", application.category.map(NotificationText.line))
        add("desktop-entry", application.desktopEntry.map(NotificationText.line))
        let image = presentation.attachments.first { ImageType.isImage($0.type) && isUsable($0.path) }
        add("image-path", image.map { "file://" + PercentEncoding.encode($0.path, keeping: "-._~/") })
        if let sound = presentation.sound, !presentation.isInDoubt {
            if let path = sound.path, isUsable(path) {
                add("sound-file", path)
            } else {
                add("sound-name", usualSound)
            }
        } else {
            hints.append(BusValue.Entry(key: "suppress-sound", value: .boolean(true)))
        }
        if actions.areIcons { hints.append(BusValue.Entry(key: "action-icons", value: .boolean(true))) }
        if let input = actions.textInput {
            add("x-kde-reply-placeholder-text", NotificationText.line(input.placeholder))
            add("x-kde-reply-submit-button-text", NotificationText.line(input.buttonTitle))
        }
        return hints
    }

    private static func urgency(_ presentation: Presentation) -> UInt8 {
        if presentation.interruptionLevel == .critical { return Urgency.critical }
        // What has no banner goes to the list alone, which desktops do with what is not urgent. The hint `transient` would
        // keep it out of the list as well.
        guard presentation.showsBanner, presentation.interruptionLevel != .passive else { return Urgency.low }
        return Urgency.normal
    }

    private static func isUsable(_ path: String) -> Bool {
        path.hasPrefix("/") && NotificationText.isPlain(path)
    }
}

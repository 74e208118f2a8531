// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// What a notification daemon says it can do, as far as it matters here.
struct DaemonAbilities: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let body = DaemonAbilities(rawValue: 1)
    static let markup = DaemonAbilities(rawValue: 2)
    static let actions = DaemonAbilities(rawValue: 4)
    static let actionIcons = DaemonAbilities(rawValue: 8)
    /// KDE's: a text field in the notification.
    static let inlineReply = DaemonAbilities(rawValue: 16)
    static let sound = DaemonAbilities(rawValue: 32)
    static let images = DaemonAbilities(rawValue: 64)

    private static let names: [String: DaemonAbilities] = [
        "body": .body, "body-markup": .markup, "actions": .actions, "action-icons": .actionIcons,
        "inline-reply": .inlineReply, "sound": .sound, "icon-static": .images, "icon-multi": .images,
        "body-images": .images,
    ]

    /// What these capabilities amount to; unknown ones are left aside.
    init(capabilities: [String]) {
        self.init(capabilities.compactMap { Self.names[$0] })
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The same in the words of a presenter.
    var offered: PresenterAbilities {
        var abilities: PresenterAbilities = .alert
        if contains(.sound) { abilities.insert(.sound) }
        if contains(.actions) { abilities.insert(.actions) }
        if contains([.actions, .inlineReply]) { abilities.insert(.textInput) }
        if contains(.images) { abilities.insert(.images) }
        return abilities
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// The actions of a notification as a daemon gets them: pairs of a key, which comes back, and a label.
struct ActionKeys: Hashable, Sendable {
    /// The key of a click on the notification itself.
    static let open = "default"
    /// The key of KDE's text field.
    static let reply = "inline-reply"

    /// Keys and labels in turn.
    private(set) var pairs: [String] = []
    /// The identifier that a key stands for; not for `open`.
    private(set) var identifiers: [String: String] = [:]
    /// Whether the keys name icons.
    private(set) var areIcons = false
    /// The text field of the action that takes text.
    private(set) var textInput: Presentation.Action.TextInput?

    /// - Parameter openTitle: What the daemon calls opening the notification, if it shows that at all.
    init(_ actions: [Presentation.Action], for abilities: DaemonAbilities, openTitle: String) {
        guard abilities.contains(.actions) else { return }
        // A daemon has one text field at most. An action that takes text cannot be offered without one: what it is for
        // would be missing from the answer.
        let reply = abilities.contains(.inlineReply) ? actions.firstIndex { $0.textInput != nil } : nil
        let offered = actions.indices.filter { actions[$0].textInput == nil || $0 == reply }
        let icons = offered.compactMap { actions[$0].icon }
        // With icons as keys every action needs one of its own; the text field has a fixed key.
        areIcons =
            abilities.contains(.actionIcons) && reply == nil && !icons.isEmpty && icons.count == offered.count
            && Set(icons).count == icons.count && icons.allSatisfy(Self.isKey)
        pairs = [Self.open, NotificationText.line(openTitle)]
        textInput = reply.flatMap { actions[$0].textInput }
        for index in offered {
            let action = actions[index]
            let key: String
            if index == reply {
                key = Self.reply
            } else if areIcons, let icon = action.icon {
                key = icon
            } else if Self.isKey(action.identifier), identifiers[action.identifier] == nil {
                key = action.identifier
            } else {
                key = Self.replacement(index, taken: actions)
            }
            identifiers[key] = action.identifier
            pairs += [key, NotificationText.line(action.title)]
        }
    }

    /// Whether an identifier can be a key as it is.
    private static func isKey(_ text: String) -> Bool {
        !text.isEmpty && text != open && text != reply && NotificationText.isPlain(text)
            && text.unicodeScalars.count <= NotificationText.longestLine
    }

    /// A key that is no action's identifier.
    private static func replacement(_ index: Int, taken: [Presentation.Action]) -> String {
        var key = "action-\(index)"
        while taken.contains(where: { $0.identifier == key }) { key += "-" }
        return key
    }
}

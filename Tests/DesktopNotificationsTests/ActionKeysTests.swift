// SPDX-License-Identifier: Apache-2.0

import NotificationHost
import Testing

@testable import DesktopNotifications

@Suite("Actions for a daemon")
struct ActionKeysTests {
    private typealias Action = Presentation.Action

    private static let reply = Action(
        identifier: "REPLY",
        title: "Reply",
        textInput: .init(buttonTitle: "Send", placeholder: "…")
    )

    private func keys(_ abilities: DaemonAbilities, _ actions: [Presentation.Action]) -> ActionKeys {
        ActionKeys(actions, for: abilities, openTitle: "Open")
    }

    @Test("a daemon without actions gets none, not even that of a click")
    func none() {
        let keys = keys([.body, .inlineReply], [Action(identifier: "A", title: "a")])
        #expect(keys.pairs == [])
        #expect(keys.identifiers == [:])
    }

    @Test("a click comes first, then each action in its order")
    func order() {
        let keys = keys([.actions], [Action(identifier: "B", title: "b"), Action(identifier: "A", title: "a\n")])
        #expect(keys.pairs == ["default", "Open", "B", "b", "A", "a"])
        #expect(keys.identifiers == ["A": "A", "B": "B"])
    }

    @Test("an action that takes text is the text field where there is one, and is left out elsewhere")
    func textInput() {
        let actions = [Action(identifier: "A", title: "a"), Self.reply]
        let with = keys([.actions, .inlineReply], actions)
        #expect(with.pairs == ["default", "Open", "A", "a", "inline-reply", "Reply"])
        #expect(with.identifiers["inline-reply"] == "REPLY")
        #expect(with.textInput?.buttonTitle == "Send")
        let without = keys([.actions], actions)
        #expect(without.pairs == ["default", "Open", "A", "a"])
        #expect(without.textInput == nil)
    }

    @Test("the second action that takes text is left out: there is one text field")
    func secondTextInput() {
        let second = Action(identifier: "R2", title: "2", textInput: .init(buttonTitle: "", placeholder: ""))
        #expect(keys([.actions, .inlineReply], [Self.reply, second]).pairs.count == 4)
    }

    @Test(
        "an identifier that cannot be a key gets another one, and is found again",
        arguments: ["default", "inline-reply", "", "a\u{0}b", "a\nb", String(repeating: "x", count: 1000)]
    )
    func replaced(identifier: String) throws {
        let keys = keys(
            [.actions],
            [Action(identifier: identifier, title: "t"), Action(identifier: "action-0", title: "u")]
        )
        try #require(keys.pairs.count == 6)
        let key = keys.pairs[2]
        #expect(key != "default" && key != "inline-reply" && key != "action-0")
        #expect(keys.identifiers[key] == identifier)
        #expect(keys.identifiers["action-0"] == "action-0")
    }

    @Test("two actions of one identifier keep two keys")
    func twice() {
        let keys = keys([.actions], [Action(identifier: "A", title: "1"), Action(identifier: "A", title: "2")])
        #expect(Set(keys.identifiers.keys).count == 2)
        #expect(Set(keys.identifiers.values) == ["A"])
    }

    @Test("icons are keys where every action has one of its own and the daemon shows them")
    func icons() {
        let actions = [
            Action(identifier: "A", title: "a", icon: "mail-reply-sender"),
            Action(identifier: "B", title: "b", icon: "edit-delete"),
        ]
        let icons = keys([.actions, .actionIcons], actions)
        #expect(icons.areIcons)
        #expect(icons.pairs == ["default", "Open", "mail-reply-sender", "a", "edit-delete", "b"])
        #expect(icons.identifiers == ["mail-reply-sender": "A", "edit-delete": "B"])
        #expect(!keys([.actions], actions).areIcons)
        #expect(!keys([.actions, .actionIcons], actions + [Action(identifier: "C", title: "c")]).areIcons)
        #expect(!keys([.actions, .actionIcons], actions + [actions[0]]).areIcons)
        #expect(!keys([.actions, .actionIcons, .inlineReply], actions + [Self.reply]).areIcons)
        #expect(!keys([.actions, .actionIcons], []).areIcons)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("Actions and categories")
struct CategoryTests {
    // rows: S0-35 S0-43 S2-20
    @Test("an action has what it was made with")
    func action() {
        let action = UNNotificationAction(identifier: "a", title: "A", options: [.destructive])
        #expect(action.identifier == "a" && action.title == "A" && action.options == [.destructive])
        #expect(action.icon == nil)
        #expect(UNNotificationAction(identifier: "a", title: "A").options == [])
    }

    // rows: S0-34
    @Test("an action with a text field is an action")
    func textInput() {
        let action: UNNotificationAction = UNTextInputNotificationAction(
            identifier: "r",
            title: "Reply",
            options: [],
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Type your message"
        )
        let input = action as? UNTextInputNotificationAction
        #expect(input?.textInputButtonTitle == "Send" && input?.textInputPlaceholder == "Type your message")
        #expect(action != UNNotificationAction(identifier: "r", title: "Reply"))
    }

    @Test("an action may have an icon")
    func icon() {
        let icon = UNNotificationActionIcon(systemImageName: "trash")
        let action = UNNotificationAction(identifier: "a", title: "A", options: [], icon: icon)
        #expect(action.icon == icon)
        #expect(icon != UNNotificationActionIcon(templateImageName: "trash"))
    }

    // rows: S0-36 S2-21
    @Test("a category has what it was made with, by each of its initialisers")
    func category() {
        let actions = [UNNotificationAction(identifier: "a", title: "A")]
        let plain = UNNotificationCategory(identifier: "c", actions: actions, intentIdentifiers: ["i"], options: [])
        #expect(plain.identifier == "c" && plain.actions == actions && plain.intentIdentifiers == ["i"])
        let hidden = UNNotificationCategory(
            identifier: "c",
            actions: actions,
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            options: [.hiddenPreviewsShowTitle]
        )
        #expect(hidden.hiddenPreviewsBodyPlaceholder == "%u messages" && hidden != plain)
        let summed = UNNotificationCategory(
            identifier: "c",
            actions: [],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: nil,
            categorySummaryFormat: "%u more from %@",
            options: [.customDismissAction]
        )
        #expect(summed.categorySummaryFormat == "%u more from %@")
    }

    @Test("equal ones are one in a set, different ones are two")
    func sets() {
        func make(_ identifier: String, _ title: String) -> UNNotificationCategory {
            let action = UNNotificationAction(identifier: "a", title: title)
            return UNNotificationCategory(identifier: identifier, actions: [action], intentIdentifiers: [])
        }
        #expect(Set([make("c", "A"), make("c", "A")]).count == 1)
        #expect(Set([make("c", "A"), make("c", "B"), make("d", "A")]).count == 3)
    }

    // S2-23: four fit, ten are named by today's documentation; nothing is lost here, whoever shows them takes the first.
    // rows: S2-23
    @Test("a category keeps as many actions as it is given, in their order")
    func many() {
        let actions = (0..<20).map { UNNotificationAction(identifier: "\($0)", title: "\($0)") }
        let category = UNNotificationCategory(identifier: "c", actions: actions, intentIdentifiers: [])
        #expect(category.actions.map(\.identifier) == (0..<20).map(String.init))
    }

    @Test("they come back from archives as they were")
    func archives() throws {
        let reply = UNTextInputNotificationAction(
            identifier: "r",
            title: "Reply",
            options: [.foreground],
            icon: UNNotificationActionIcon(templateImageName: "arrow"),
            textInputButtonTitle: "Send",
            textInputPlaceholder: "…"
        )
        let delete = UNNotificationAction(identifier: "d", title: "Delete", options: [.destructive])
        let category = UNNotificationCategory(
            identifier: "c",
            actions: [reply, delete],
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "p",
            categorySummaryFormat: "s",
            options: [.customDismissAction]
        )
        let data = try NSKeyedArchiver.archivedData(withRootObject: category, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationCategory.self, from: data)
        #expect(back == category)
        #expect(back?.actions.first is UNTextInputNotificationAction)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("What the user does with a notification")
struct ResponseTests {
    private static func categories(
        _ options: UNNotificationCategoryOptions = []
    ) -> Set<UNNotificationCategory> {
        let reply = UNTextInputNotificationAction(
            identifier: "com.usernotificationstutorial.reply",
            title: "Reply",
            options: [],
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Type your message"
        )
        let delete = UNNotificationAction(
            identifier: "com.usernotificationstutorial.delete",
            title: "Delete",
            options: [.authenticationRequired, .destructive]
        )
        let show = UNNotificationAction(identifier: "show", title: "Show", options: [.foreground])
        return [
            UNNotificationCategory(
                identifier: "message",
                actions: [reply, delete, show],
                intentIdentifiers: [],
                options: options
            )
        ]
    }

    private static func phone(
        _ options: UNNotificationCategoryOptions = []
    ) async throws -> (Phone, RecordingDelegate) {
        let phone = try await Phone()
        let delegate = RecordingDelegate()
        phone.center.delegate = delegate
        phone.center.setNotificationCategories(categories(options))
        try await phone.add(Phone.request { $0.categoryIdentifier = "message" })
        return (phone, delegate)
    }

    // rows: S0-23 S0-24 S0-25
    @Test("opening it reaches the delegate as the default action, and brings the app forward")
    func opened() async throws {
        let (phone, delegate) = try await Self.phone()
        try await phone.device.open("id")
        let response = try #require(delegate.receivedResponses.first)
        #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
        #expect(response.notification.request.identifier == "id")
        #expect(phone.device.isInForeground)
        #expect(await phone.delivered.isEmpty)
    }

    // rows: S0-25 S0-49
    @Test("dismissing it reaches the delegate only where the category asks for that", arguments: [true, false])
    func dismissed(isAsked: Bool) async throws {
        let (phone, delegate) = try await Self.phone(isAsked ? [.customDismissAction] : [])
        try await phone.device.dismiss("id")
        #expect(
            delegate.receivedResponses.map(\.actionIdentifier)
                == (isAsked ? [UNNotificationDismissActionIdentifier] : [])
        )
        #expect(!phone.device.isInForeground)
        #expect(await phone.delivered.isEmpty)
    }

    // rows: S0-34 S0-36 S0-37 S0-38 S0-42
    @Test("a reply carries the typed text")
    func reply() async throws {
        let (phone, delegate) = try await Self.phone()
        try await phone.device.perform("com.usernotificationstutorial.reply", on: "id", text: "on my way")
        let response = try #require(delegate.receivedResponses.first as? UNTextInputNotificationResponse)
        #expect(response.actionIdentifier == "com.usernotificationstutorial.reply")
        #expect(response.userText == "on my way")
        #expect(!phone.device.isInForeground)
    }

    // rows: S0-35 S0-39 S0-47 S2-19 S2-22
    @Test("the actions of its category are offered, in their order, and no others")
    func offered() async throws {
        let (phone, _) = try await Self.phone()
        try await phone.add(Phone.request("plain"))
        try await phone.add(Phone.request("unknown") { $0.categoryIdentifier = "nobody's" })
        let shown = phone.presenter.presentations
        #expect(shown.map { $0.actions.map(\.title) } == [["Reply", "Delete", "Show"], [], []])
        #expect(shown.first?.actions.map(\.isDestructive) == [false, true, false])
        #expect(shown.first?.actions.map(\.isForeground) == [false, false, true])
        #expect(shown.first?.actions.first?.textInput?.buttonTitle == "Send")
        #expect(shown.first?.actions.first?.textInput?.placeholder == "Type your message")
    }

    @Test(
        "an action brings the app forward where it says so",
        arguments: ["show", "com.usernotificationstutorial.delete"]
    )
    func foreground(action: String) async throws {
        let (phone, delegate) = try await Self.phone()
        try await phone.device.perform(action, on: "id")
        #expect(delegate.receivedResponses.map(\.actionIdentifier) == [action])
        #expect(phone.device.isInForeground == (action == "show"))
    }

    // rows: S0-50
    @Test("comes from a presenter as from a test, and twice has no effect")
    func fromPresenter() async throws {
        let (phone, delegate) = try await Self.phone()
        for _ in 0..<2 {
            phone.presenter.send(.acted(identifier: "id", action: "com.usernotificationstutorial.reply", text: "hi"))
        }
        phone.presenter.send(.opened(identifier: "nobody"))
        await phone.device.settle()
        #expect(delegate.receivedResponses.count == 1)
    }

    @Test("what is not there, or not so, is said in a line")
    func wrong() async throws {
        let (phone, _) = try await Self.phone()
        await #expect(throws: DeviceError.self) { try await phone.device.open("nobody") }
        await #expect(throws: DeviceError.self) { try await phone.device.perform("no such", on: "id") }
        await #expect(throws: DeviceError.self) { try await phone.device.perform("show", on: "id", text: "x") }
        await #expect(throws: DeviceError.self) {
            try await phone.device.perform("com.usernotificationstutorial.reply", on: "id")
        }
        #expect(await phone.delivered == ["id"])
    }

    // rows: S0-26
    @Test("a delegate that never says it is done holds up nothing else")
    func stuck() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate(holdsBack: true)
        phone.center.delegate = delegate
        try await phone.add(Phone.request("a"))
        phone.presenter.send(.opened(identifier: "a"))
        await until { delegate.heldCount == 1 }
        phone.device.isInForeground = false
        try await phone.center.add(Phone.request("b"))
        #expect(await phone.delivered == ["b"])
        await phone.wait(60)
        #expect(delegate.receivedResponses.count == 1)
    }

    // rows: S0-27
    @Test("opening the app itself reaches no delegate")
    func appOpened() async throws {
        let (phone, delegate) = try await Self.phone()
        phone.device.isInForeground = true
        await phone.device.settle()
        #expect(delegate.receivedResponses.isEmpty && delegate.presentedIdentifiers.isEmpty)
        #expect(await phone.delivered == ["id"])
    }

    @Test("before the app has finished to launch waits until it has")
    func beforeStart() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        try await first.add(Phone.request())
        first.device.stop()
        let presenter = RecordingPresenter()
        let device = try NotificationDevice(
            DeviceConfiguration(storage: .folder(folder.url.path), presenter: presenter)
        )
        await device.settle()
        presenter.send(.opened(identifier: "id"))
        await device.settle()
        let delegate = RecordingDelegate()
        device.center.delegate = delegate
        #expect(delegate.receivedResponses.isEmpty)
        device.start()
        await device.settle()
        #expect(delegate.receivedResponses.map(\.actionIdentifier) == [UNNotificationDefaultActionIdentifier])
    }

    @Test("asking for the app's settings reaches the delegate where the app has some", arguments: [true, false])
    func settings(hasSome: Bool) async throws {
        let phone = try await Phone(options: hasSome ? [.alert, .providesAppNotificationSettings] : [.alert])
        let delegate = RecordingDelegate()
        phone.center.delegate = delegate
        try await phone.add(Phone.request())
        phone.device.openSettings(for: "id")
        phone.device.openSettings()
        await phone.device.settle()
        #expect(delegate.openedSettings == (hasSome ? ["id", nil] : []))
    }

    // rows: S0-51
    @Test("its trigger tells whether it was remote")
    func trigger() async throws {
        let (phone, delegate) = try await Self.phone()
        try phone.device.receive(Fixture.push())
        await phone.device.settle()
        try await phone.device.open("id")
        try await phone.device.open("push")
        #expect(
            delegate.receivedResponses.map { $0.notification.request.trigger is UNPushNotificationTrigger }
                == [false, true]
        )
    }
}

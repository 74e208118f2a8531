// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@testable import DesktopNotifications

@Suite("Showing notifications through a daemon")
struct PresentingTests {
    private static let everything = [
        "body", "body-markup", "actions", "action-icons", "inline-reply", "sound", "icon-static", "x-unknown",
    ]

    private let bus: PrivateBus

    init() throws { bus = try PrivateBus() }

    @Test("all that a notification has arrives, each with its type")
    func everything() throws {
        let daemon = try FakeDaemon(bus, capabilities: Self.everything)
        let application = DesktopApplication(
            name: "Door",
            icon: "door",
            desktopEntry: "org.door",
            category: "im.received"
        )
        let test = PresenterUnderTest(bus.address, application: application)
        var presentation = Presentation(
            delivery: 1,
            identifier: "id",
            date: Date(),
            title: "Title <&> \u{202e}ü😀\u{7}",
            subtitle: "Sub & title",
            body: "Body\n<b>\u{1b}[1m"
        )
        presentation.attachments = [.init(path: "/tmp/a b.png", type: "public.png")]
        presentation.sound = .init(path: "/tmp/s.wav")
        presentation.interruptionLevel = .critical
        presentation.actions = [
            .init(identifier: "UNLOCK", title: "Unlock"),
            .init(identifier: "REPLY", title: "Reply", textInput: .init(buttonTitle: "Send", placeholder: "Text")),
        ]
        let reference = try test.show(presentation)
        let notify = try daemon.next("notify")
        #expect(notify.app == "Door")
        #expect(notify.replaces == 0)
        #expect(notify.icon == "door")
        #expect(notify.summary == "Title <&> \u{202e}ü😀")
        #expect(notify.body == "<b>Sub &amp; title</b>\nBody\n&lt;b&gt;[1m")
        #expect(notify.actions == ["default", "Open", "UNLOCK", "Unlock", "inline-reply", "Reply"])
        #expect(notify.timeout == -1)
        #expect(
            notify.hints == [
                "urgency": .init(type: "y", value: "2"), "category": .init(type: "s", value: "im.received"),
                "desktop-entry": .init(type: "s", value: "org.door"),
                "image-path": .init(type: "s", value: "file:///tmp/a%20b.png"),
                "sound-file": .init(type: "s", value: "/tmp/s.wav"),
                "x-kde-reply-placeholder-text": .init(type: "s", value: "Text"),
                "x-kde-reply-submit-button-text": .init(type: "s", value: "Send"),
            ]
        )
        #expect(reference.flatMap(DesktopReference.init)?.number == notify.id)
        #expect(reference.flatMap(DesktopReference.init)?.daemon.owner == daemon.name)
        #expect(test.presenter.problem == nil)
    }

    @Test("icons and silence are said with flags")
    func flags() throws {
        let daemon = try FakeDaemon(bus, capabilities: Self.everything)
        let test = PresenterUnderTest(bus.address)
        var presentation = Presentation(delivery: 1, identifier: "id", date: Date(), title: "T")
        presentation.actions = [.init(identifier: "A", title: "a", icon: "edit-delete")]
        try test.show(presentation)
        let hints = try daemon.next("notify").hints
        #expect(hints?["action-icons"] == .init(type: "b", value: "1"))
        #expect(hints?["suppress-sound"] == .init(type: "b", value: "1"))
    }

    @Test(
        "the abilities are those of the daemon",
        arguments: [
            ("", PresenterAbilities.alert), ("body", .alert), ("body,actions", [.alert, .actions]),
            ("inline-reply", .alert), ("actions,inline-reply", [.alert, .actions, .textInput]),
            ("sound", [.alert, .sound]), ("icon-static", [.alert, .images]), ("icon-multi", [.alert, .images]),
        ] as [(String, PresenterAbilities)]
    )
    func abilities(capabilities: String, abilities: PresenterAbilities) throws {
        let daemon = try FakeDaemon(bus, capabilities: [capabilities])
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        #expect(test.presenter.abilities == abilities)
        withExtendedLifetime(daemon) {}
    }

    @Test("the same identifier takes the earlier one's place, even while that is on its way")
    func replace() throws {
        let daemon = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address)
        try test.show("a")
        let first = try #require(try daemon.next("notify").id)
        try test.show("b")
        _ = try daemon.next("notify")
        try test.show("a")
        #expect(try daemon.next("notify").replaces == first)
        test.present("c", title: "1")
        test.present("c", title: "2")
        test.present("d")
        let started = try daemon.next("notify")
        #expect(started.replaces == 0)
        #expect(try daemon.next("notify").replaces == started.id)
        #expect(try daemon.next("notify").replaces == 0)
    }

    @Test("a daemon that shows the later one beside the earlier is told to close that")
    func replacedWithOtherNumber() throws {
        let daemon = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address)
        try test.show("a")
        let first = try daemon.next("notify").id
        try daemon.tell("other-number")
        try test.show("a")
        #expect(try daemon.next("notify").id != first)
        #expect(try daemon.next("close").id == first)
    }

    @Test("what is withdrawn is closed; what is not there is left alone")
    func withdraw() throws {
        let daemon = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address)
        try test.show("a")
        let number = try daemon.next("notify").id
        test.withdraw("b")
        test.withdraw("a")
        #expect(try daemon.next("close").id == number)
        test.withdraw("a")
        try test.settle()
        #expect(throws: (any Error).self) { try daemon.next("close", within: 0) }
    }

    @Test("what is withdrawn on its way is closed as soon as it is there")
    func withdrawOnTheWay() throws {
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        test.present("a")
        let number = try daemon.next("notify").id
        test.withdraw("a")
        try daemon.tell("release")
        _ = try test.shown("a")
        #expect(try daemon.next("close").id == number)
    }

    @Test("what is withdrawn before its turn is never shown, and the rest comes again")
    func withdrawBeforeItsTurn() throws {
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        test.present("a", title: "1")
        _ = try daemon.next("notify")
        test.present("a", title: "2")
        test.withdraw("a")
        try test.expect(.outcome("a", .notNow))
        try test.expect(.event(.ready))
        try daemon.tell("release")
        _ = try test.shown("a")
        try test.settle()
        #expect(try daemon.next("notify").summary == "Title")
    }

    @Test("hundreds are shown in their order, a few at a time")
    func hundreds() throws {
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        let count = 500
        for number in 0..<count { test.present("\(number)", title: "\(number)") }
        for number in 0..<DesktopLimits.underWay { #expect(try daemon.next("notify").summary == "\(number)") }
        // Had more been sent, they would be there before the answer to this.
        try daemon.tell("hold")
        #expect(throws: (any Error).self) { try daemon.next("notify", within: 0) }
        try daemon.tell("release")
        for number in DesktopLimits.underWay..<count { #expect(try daemon.next("notify").summary == "\(number)") }
        var numbers: Set<UInt32> = []
        for number in 0..<count {
            numbers.insert(try #require(try test.shown("\(number)").flatMap(DesktopReference.init)?.number))
        }
        #expect(numbers.count == count)
    }

    @Test("what is too much at once is given back, and asked for again when there is room")
    func flood() throws {
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        let count = DesktopLimits.waiting + DesktopLimits.underWay + 1
        for number in 0..<count { test.present("\(number)") }
        try test.expect(.outcome("\(count - 1)", .notNow))
        try daemon.tell("release")
        try test.expect(.event(.ready))
        try test.show("\(count - 1)")
    }

    @Test("a daemon that refuses one is given it again after a while")
    func refused() throws {
        let daemon = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address, times: .impatient)
        try test.expect(.event(.ready))
        try daemon.tell("fail", error: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        try test.expect(.event(.ready))
        try daemon.tell("fail")
        try test.show("a")
    }

    @Test("nothing is called after it was stopped")
    func stop() throws {
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        test.present("a")
        _ = try daemon.next("notify")
        test.presenter.stop()
        #expect(test.presenter.abilities == [])
        #expect(test.presenter.problem != nil)
        try daemon.tell("release")
        test.present("b")
        test.presenter.stop()
        #expect(test.calls.rest == [])
    }
}

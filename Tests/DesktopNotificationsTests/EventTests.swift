// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost
import Testing

@testable import DesktopNotifications

@Suite("What the user does on the desktop")
struct EventTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon
    private let test: PresenterUnderTest
    /// What the daemon calls the one notification, whose identifier is `id`.
    private let number: UInt32
    /// The presenter's unique name.
    private let presenter: String

    init() throws {
        bus = try PrivateBus()
        daemon = try FakeDaemon(bus, capabilities: ["body", "actions", "inline-reply"])
        test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        var presentation = Presentation(delivery: 1, identifier: "id", date: Date(), title: "T")
        presentation.actions = [
            .init(identifier: "UNLOCK", title: "Unlock"), .init(identifier: "default", title: "Not a click"),
            .init(identifier: "REPLY", title: "Reply", textInput: .init(buttonTitle: "Send", placeholder: "Text")),
        ]
        try test.show(presentation)
        let notify = try daemon.next("notify")
        number = try #require(notify.id)
        presenter = try #require(notify.name)
    }

    @Test(
        "a signal is an event",
        arguments: [
            ("ActionInvoked", "default", PresenterEvent.opened(identifier: "id")),
            ("ActionInvoked", "UNLOCK", .acted(identifier: "id", action: "UNLOCK", text: nil)),
            ("ActionInvoked", "action-1", .acted(identifier: "id", action: "default", text: nil)),
            ("NotificationReplied", "On my way 😀", .acted(identifier: "id", action: "REPLY", text: "On my way 😀")),
            ("NotificationReplied", "", .acted(identifier: "id", action: "REPLY", text: "")),
        ]
    )
    func event(signal: String, value: String, event: PresenterEvent) throws {
        try daemon.signal(signal, number, value)
        try test.expect(.event(event))
        // It goes from the screen, and nothing that a daemon says of it after that is news.
        #expect(try daemon.next("close").id == number)
        try daemon.signal("NotificationClosed", number, reason: 2)
        try daemon.signal(signal, number, value)
        try test.settle()
        #expect(test.calls.rest == [])
    }

    @Test("a close by the user is a dismissal; every other is none", arguments: [UInt32](0...5))
    func closed(reason: UInt32) throws {
        try daemon.signal("NotificationClosed", number, reason: reason)
        try test.settle()
        #expect(test.calls.rest == (reason == 2 ? [.event(.dismissed(identifier: "id"))] : []))
    }

    @Test("what expired can still be opened from the desktop's list")
    func openedAfterItExpired() throws {
        try daemon.signal("NotificationClosed", number, reason: 1)
        try daemon.signal("ActionInvoked", number, "default")
        try test.expect(.event(.opened(identifier: "id")))
    }

    @Test(
        "what is none of ours, or makes no sense, is nothing",
        arguments: [
            ("ActionInvoked", UInt32(1), "default"), ("NotificationReplied", 1, "x"), ("ActionInvoked", 0, "unknown"),
            ("ActionInvoked", 0, "inline-reply"), ("ActionInvoked", 0, ""), ("NotificationClosed", 0, "2"),
            ("Unknown", 0, "default"),
        ]
    )
    func ignored(signal: String, offset: UInt32, value: String) throws {
        try daemon.signal(signal, number + offset, value)
        try test.settle()
        #expect(test.calls.rest == [])
    }

    @Test("a signal without its argument, or with one of another type, is nothing")
    func wrongTypes() throws {
        try daemon.signal("ActionInvoked", number, reason: 2)
        try daemon.signal("NotificationReplied", number, reason: 2)
        try test.settle()
        #expect(test.calls.rest == [])
    }

    @Test("signals of another program are nothing, whatever they say")
    func stranger() throws {
        let stranger = try FakeDaemon(bus, "--nameless")
        try stranger.signal("ActionInvoked", number, "default")
        try stranger.signal("NotificationReplied", number, "x")
        try stranger.signal("NotificationClosed", number, reason: 2)
        // What is for the presenter alone reaches it even though it listens to nobody else.
        try stranger.signal("ActionInvoked", number, "default", to: presenter)
        try stranger.signal("NotificationReplied", number, "x", to: presenter)
        try test.settle()
        #expect(test.calls.rest == [])
    }

    @Test("a daemon may tell the presenter alone, as some do")
    func unicast() throws {
        try daemon.signal("ActionInvoked", number, "default", to: presenter)
        try test.expect(.event(.opened(identifier: "id")))
    }

    @Test("the token that brings the app forward is there once, when the event is told")
    func token() throws {
        #expect(test.presenter.activationToken(for: "id") == nil)
        try daemon.signal("ActivationToken", number, "token-1")
        try daemon.signal("ActionInvoked", number, "default")
        try test.expect(.event(.opened(identifier: "id")))
        #expect(test.presenter.activationToken(for: "id") == "token-1")
        #expect(test.presenter.activationToken(for: "id") == nil)
    }
}

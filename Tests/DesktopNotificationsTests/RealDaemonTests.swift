// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@testable import DesktopNotifications

/// dunst on a screen of its own; `SEALEDPUSH_SCREENSHOTS` names a folder for what is seen there.
@Suite("A real daemon on a real screen", .serialized)
struct RealDaemonTests {
    private let screen: RealDesktop
    private let test: PresenterUnderTest

    init() throws {
        screen = try RealDesktop()
        test = PresenterUnderTest(screen.bus.address, application: DesktopApplication(name: "Door"))
        try test.expect(.event(.ready))
    }

    private func presentation() throws -> Presentation {
        var presentation = Presentation(
            delivery: 1,
            identifier: "door",
            date: Date(),
            title: "Front door <opened>",
            subtitle: "Home & garden",
            body: "Somebody is at the door."
        )
        presentation.interruptionLevel = .critical
        presentation.actions = [.init(identifier: "UNLOCK", title: "Unlock")]
        presentation.attachments = [.init(path: try screen.picture(), type: "public.png")]
        return presentation
    }

    @Test("a notification is seen, and a click on it opens it")
    func click() throws {
        #expect(test.presenter.abilities.isSuperset(of: [.alert, .actions]))
        let colours = try screen.colours("before")
        #expect(colours <= 2)
        try test.show(try presentation())
        try screen.waitForWindow()
        try screen.waitForColours("notification", moreThan: 64)
        try screen.click()
        try test.expect(.event(.opened(identifier: "door")))
    }

    @Test("an action that is chosen is told, and the notification goes")
    func action() throws {
        var presentation = try presentation()
        presentation.identifier = "action"
        try test.show(presentation)
        try screen.waitForWindow()
        try screen.chooseFromMenu()
        try test.expect(.event(.acted(identifier: "action", action: "UNLOCK", text: nil)))
        try screen.waitForWindow(isThere: false)
    }

    @Test("one that is withdrawn goes from the screen, and is not called dismissed")
    func withdraw() throws {
        try test.show(try presentation())
        try screen.waitForWindow()
        test.withdraw("door")
        try screen.waitForWindow(isThere: false)
        try test.settle()
        #expect(test.calls.rest == [])
    }

    @Test("one that the user closes is dismissed")
    func dismiss() throws {
        try test.show(try presentation())
        try screen.waitForWindow()
        try screen.dismiss()
        try test.expect(.event(.dismissed(identifier: "door")))
    }

    @Test("one in place of another is one window, with the later text")
    func replace() throws {
        try test.show("same", title: "First")
        try test.show("same", title: "Second")
        #expect(try screen.shownCount() == 1)
    }
}

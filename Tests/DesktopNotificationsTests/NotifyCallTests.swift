// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@testable import DesktopNotifications

@Suite("A notification in a daemon's words")
struct NotifyCallTests {
    private static let application = DesktopApplication(name: "Door")

    private func call(
        _ abilities: DaemonAbilities = [.body],
        _ application: DesktopApplication = application,
        title: String = "T",
        subtitle: String = "",
        body: String = "",
        _ change: (inout Presentation) -> Void = { _ in }
    ) -> NotifyCall {
        var presentation = Presentation(
            delivery: 1,
            identifier: "id",
            date: Date(),
            title: title,
            subtitle: subtitle,
            body: body
        )
        change(&presentation)
        return NotifyCall(presentation, for: abilities, from: application)
    }

    private func hint(_ call: NotifyCall, _ key: String) -> BusValue? {
        call.hints.first { $0.key == key }?.value
    }

    @Test(
        "the summary is never empty: the title, else the subtitle, else the app's name",
        arguments: [
            ("T", "S", "B", "T", "S\nB"), ("T", "", "B", "T", "B"), ("T", "S", "", "T", "S"), ("", "S", "B", "S", "B"),
            ("", "", "B", "Door", "B"), (" \n", "\u{0}", "B", "Door", "B"), ("", "", "", "Door", ""),
        ]
    )
    func summary(title: String, subtitle: String, body: String, summary: String, shown: String) {
        let call = call(title: title, subtitle: subtitle, body: body)
        #expect(call.summary == summary)
        #expect(call.body == shown)
    }

    @Test("where the body may have markup, the subtitle is bold and all text escaped")
    func markup() {
        let call = call([.body, .markup], title: "a<b", subtitle: "S & s", body: "<i>x</i>")
        #expect(call.summary == "a<b")
        #expect(call.body == "<b>S &amp; s</b>\n&lt;i&gt;x&lt;/i&gt;")
    }

    @Test("where it may not, nothing is bold or escaped")
    func noMarkup() {
        #expect(call(subtitle: "S & s", body: "<i>x</i>").body == "S & s\n<i>x</i>")
    }

    @Test("a daemon without bodies gets all of it in the summary")
    func noBody() {
        let call = call([], title: "T", subtitle: "S", body: "B\nb")
        #expect(call.summary == "T – S – B b")
        #expect(call.body == "")
    }

    @Test("an app without a name goes by that of its program")
    func applicationName() {
        let call = call([.body], DesktopApplication(name: "\n"), title: "")
        #expect(call.applicationName == ProcessInfo.processInfo.processName)
        #expect(call.summary == call.applicationName)
    }

    @Test("the app's icon, desktop entry and category are passed on")
    func application() {
        let application = DesktopApplication(name: "A", icon: "door", desktopEntry: "org.door", category: "im.received")
        let full = call([.body], application)
        #expect(full.icon == "door")
        #expect(hint(full, "desktop-entry") == .string("org.door"))
        #expect(hint(full, "category") == .string("im.received"))
        let bare = call()
        #expect(bare.icon == "")
        #expect(hint(bare, "desktop-entry") == nil)
        #expect(hint(bare, "category") == nil)
    }

    @Test(
        "the interruption level is the urgency; what has no banner has the lowest",
        arguments: [
            (UNNotificationInterruptionLevel.passive, true, UInt8(0)), (.active, true, 1), (.timeSensitive, true, 1),
            (.critical, true, 2), (.passive, false, 0), (.active, false, 0), (.timeSensitive, false, 0),
            (.critical, false, 2),
        ]
    )
    func urgency(level: UNNotificationInterruptionLevel, showsBanner: Bool, urgency: UInt8) {
        let call = call {
            $0.interruptionLevel = level
            $0.showsBanner = showsBanner
        }
        #expect(hint(call, "urgency") == .byte(urgency))
        #expect(hint(call, "transient") == nil)
    }

    @Test(
        "a sound is the theme's, a file, or none",
        arguments: [
            (Presentation.Sound?.some(.init()), false, "sound-name", BusValue.string("message-new-instant")),
            (Presentation.Sound(path: "/s/bell.wav"), false, "sound-file", .string("/s/bell.wav")),
            (Presentation.Sound(path: "bell.wav"), false, "sound-name", .string("message-new-instant")),
            (Presentation.Sound(path: "/s/\u{0}"), false, "sound-name", .string("message-new-instant")),
            (nil, false, "suppress-sound", .boolean(true)),
            (Presentation.Sound(), true, "suppress-sound", .boolean(true)),
        ]
    )
    func sound(sound: Presentation.Sound?, isInDoubt: Bool, key: String, value: BusValue) {
        let call = call {
            $0.sound = sound
            $0.isInDoubt = isInDoubt
        }
        #expect(hint(call, key) == value)
        #expect(call.hints.filter { $0.key.contains("sound") }.count == 1)
    }

    @Test(
        "the first image is shown, by a URI",
        arguments: [
            ([("/a/b.png", "public.png")], "file:///a/b.png"),
            (
                [("/a/m.mp4", "public.mpeg-4"), ("/a/ü 1%.jpg", "public.jpeg"), ("/c.png", "public.png")],
                "file:///a/%c3%bc%201%25.jpg"
            ),
            ([("/a/#?&;.gif", "com.compuserve.gif")], "file:///a/%23%3f%26%3b.gif"),
            ([("/a/m.mp3", "public.mp3")], nil),
            ([("relative.png", "public.png")], nil), ([], nil),
        ]
    )
    func image(attachments: [(String, String)], uri: String?) {
        let call = call {
            $0.attachments = attachments.map { Presentation.Attachment(path: $0.0, type: $0.1) }
        }
        #expect(hint(call, "image-path") == uri.map { .string($0) })
    }

    @Test("a text field has the words of its action")
    func textField() {
        let action = Presentation.Action(
            identifier: "R",
            title: "Reply",
            textInput: .init(buttonTitle: "Send", placeholder: "Text…")
        )
        let with = call([.body, .actions, .inlineReply]) { $0.actions = [action] }
        #expect(hint(with, "x-kde-reply-placeholder-text") == .string("Text…"))
        #expect(hint(with, "x-kde-reply-submit-button-text") == .string("Send"))
        let without = call([.body, .actions]) { $0.actions = [action] }
        #expect(hint(without, "x-kde-reply-placeholder-text") == nil)
    }

    @Test("the arguments have the types of Notify, and leave the time on the screen to the desktop")
    func arguments() {
        let arguments = call().arguments(replacing: 7)
        #expect(arguments.map(\.signature).joined() == "susssasa{sv}i")
        #expect(arguments[1] == .unsigned(7))
        #expect(arguments.last == .integer(-1))
    }
}

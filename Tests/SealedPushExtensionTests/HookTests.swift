// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The hooks of an extension")
struct HookTests {
    private let device = Device()

    private func deliver(
        _ content: UNNotificationContent,
        _ adjust: (inout HookedService.Hooks) -> Void
    ) throws -> UNNotificationContent {
        var hooks = device.hooks
        adjust(&hooks)
        let delivery = Delivery(Push.request(content), hooks)
        let answer = try #require(delivery.answers.wait())
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        return answer
    }

    private func sealed() throws -> UNNotificationContent { Push.content(try Push.sealed().encryptedContent) }

    @Test("what they return is shown")
    func changed() throws {
        let opened = try deliver(try sealed()) { hooks in
            hooks.didOpen = { notification, content in
                content.title = "\(content.title)!"
                content.subtitle = notification.payload.body ?? ""
                return content
            }
        }
        #expect(opened.title == "Door!")
        #expect(opened.subtitle == "Front door opened")
        let failed = try deliver(Push.content(nil)) { hooks in
            hooks.didFail = { _, content in
                content.title = "Open the app"
                return content
            }
        }
        #expect(failed.title == "Open the app")
        #expect(failed.body == "Neutral text")
    }

    @Test("content without text becomes the placeholder", arguments: [true, false])
    func empty(opens: Bool) throws {
        let shown = try deliver(opens ? try sealed() : Push.content(nil)) { hooks in
            hooks.didOpen = { _, _ in UNNotificationContent() }
            hooks.didFail = { _, _ in UNNotificationContent() }
        }
        expectHarmless(shown)
        #expect(shown.body == "Neutral text")
    }

    @Test("what they keep and change later is not shown", arguments: [true, false])
    func changedLater(opens: Bool) throws {
        let kept = Kept()
        let shown = try deliver(opens ? try sealed() : Push.content(nil)) { hooks in
            hooks.didOpen = { kept.keep($1) }
            hooks.didFail = { kept.keep($1) }
        }
        let before = shown.body
        let changed = Event()
        Thread.detachNewThread {
            kept.change("too late")
            changed.signal()
        }
        #expect(changed.wait())
        #expect(shown.body == before)
        #expect(shown.title == (opens ? "Door" : ""))
    }

    @Test("changing what they were given changes nothing if they return something else")
    func copies() throws {
        let shown = try deliver(try sealed()) { hooks in
            hooks.didOpen = { _, content in
                let mine = UNMutableNotificationContent()
                mine.body = content.body
                content.body = "thrown away"
                return mine
            }
        }
        #expect(shown.body == "Front door opened")
        #expect(shown.title == "")
    }

    @Test("content that cannot be copied does not get in the way")
    func noCopy() throws {
        let bare = try deliver(try sealed()) { hooks in
            hooks.didOpen = { _, _ in StubbornContent() }
        }
        expectHarmless(bare)
        var device = Device()
        device.policy.unsealed = .show
        let original = StubbornContent()
        original.body = "as it came"
        let delivery = Delivery(Push.request(original), device.hooks)
        let shown = try #require(delivery.answers.wait())
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        #expect(!shown.body.isEmpty)
    }

    @Test("content that loses its text between two looks is not shown without any")
    func fading() throws {
        let shown = try deliver(try sealed()) { hooks in
            hooks.didOpen = { _, _ in FadingContent() }
        }
        expectHarmless(shown)
    }

    @Test("run one after the other on the push's own thread, not on the caller's")
    func thread() throws {
        let caller = ObjectIdentifier(Thread.current)
        let makes = Kept()
        _ = try deliver(try sealed()) { hooks in
            let device = device
            hooks.makeReceiver = {
                makes.note(ObjectIdentifier(Thread.current))
                return device.receiver
            }
            hooks.didOpen = { _, content in
                makes.note(ObjectIdentifier(Thread.current))
                return content
            }
        }
        #expect(makes.threads.count == 2)
        #expect(Set(makes.threads).count == 1)
        #expect(!makes.threads.contains(caller))
    }
}

/// Content that a hook handed over and kept, and the threads it ran on.
private final class Kept: @unchecked Sendable {
    // Unchecked because a test uses it from one thread at a time, in an order that events give.
    private var content: UNMutableNotificationContent?
    private(set) var threads: [ObjectIdentifier] = []

    func keep(_ content: UNMutableNotificationContent) -> UNNotificationContent {
        self.content = content
        return content
    }

    func change(_ text: String) { content?.body = text }

    func note(_ thread: ObjectIdentifier) { threads.append(thread) }
}

/// Content whose copies are no content.
private final class StubbornContent: UNMutableNotificationContent {
    override func copy(with zone: NSZone? = nil) -> Any { NSNull() }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSNull() }
}

/// Content that another thread empties after the first look at it.
private final class FadingContent: UNMutableNotificationContent {
    private var looks = 0

    override var body: String {
        get {
            looks += 1
            return looks == 1 ? "there" : ""
        }
        set { super.body = newValue }
    }
}

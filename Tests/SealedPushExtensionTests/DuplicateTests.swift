// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("A push that comes twice")
struct DuplicateTests {
    /// Delivers one push twice, to an extension whose placeholder has a sound.
    private func twice(
        _ device: Device,
        _ payload: PushPayload = PushPayload(title: "Door", badge: 3, sound: "default")
    ) throws -> (first: ExtensionHarness.Shown, second: ExtensionHarness.Shown) {
        let harness = device.harness { $0.placeholder = Placeholder("Neutral text", sound: "bell.caf") }
        let json = try Push.sealed(payload).json
        return (harness.deliver(json), harness.deliver(json))
    }

    @Test("is shown as the placeholder, silent and passive, and the badge stays")
    func placeholder() throws {
        let device = Device()
        let (first, second) = try twice(device)
        #expect(first.content.title == "Door")
        #expect(first.content.badge == 3)
        #expect(first.content.sound == .default)
        #expect(second.reason == .duplicate)
        #expect(second.handlerCalls == 1)
        #expect(second.content.title == "")
        #expect(second.content.body == "Neutral text")
        #expect(second.content.sound == nil)
        #expect(second.content.badge == nil)
        #expect(second.content.interruptionLevel == .passive)
        #expect(second.content.userInfo.isEmpty)
        #expect(device.failures == ["duplicate": 1])
    }

    @Test("shows nothing where the app may drop it")
    func dropped() throws {
        var device = Device()
        device.policy.mayDrop = true
        let (first, second) = try twice(device)
        #expect(first.content.title == "Door")
        #expect(second.reason == .duplicate)
        #expect(second.handlerCalls == 1)
        #expect(second.content == UNNotificationContent())
        #expect(device.failures == ["duplicate": 1])
    }

    @Test("another failure still shows the placeholder where the app may drop")
    func othersStay() throws {
        var device = Device()
        device.policy.mayDrop = true
        let shown = device.harness().deliver(#"{"aps":{"alert":"clear"},"encrypted-content":"A="}"#.utf8)
        #expect(shown.reason == .malformed)
        #expect(shown.content.body == "Neutral text")
    }

    @Test("the app may drop what it likes, opened or not, if it may drop at all", arguments: [true, false])
    func hookDrops(mayDrop: Bool) throws {
        var device = Device()
        device.policy.mayDrop = mayDrop
        let harness = device.harness { hooks in
            hooks.didOpen = { _, _ in UNNotificationContent() }
            hooks.didFail = { _, _ in UNNotificationContent() }
        }
        for json in [try Push.sealed().json, [UInt8](#"{"aps":{"alert":"clear"}}"#.utf8)] {
            let shown = harness.deliver(json)
            #expect(shown.handlerCalls == 1)
            #expect(shown.content.body == (mayDrop ? "" : "Neutral text"))
        }
    }

    @Test("found only when it was to be shown, it is a duplicate all the same", arguments: [true, false])
    func foundLate(mayDrop: Bool) throws {
        var device = Device()
        device.policy.mayDrop = mayDrop
        let sealed = try Push.sealed()
        // The same push in another process, which is faster: it is shown between this one's look and its record.
        let other = device.harness()
        let shown = device.harness { hooks in
            hooks.didOpen = { _, content in
                #expect(other.deliver(sealed.json).content.title == "Door")
                return content
            }
        }.deliver(sealed.json)
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == .duplicate)
        #expect(shown.content.title == "")
        #expect(shown.content.body == (mayDrop ? "" : "Neutral text"))
        #expect(device.failures == ["duplicate": 1])
    }

    @Test("two pushes with one text are two pushes")
    func sameText() throws {
        let harness = Device().harness()
        #expect(harness.deliver(try Push.sealed().json).content.title == "Door")
        #expect(harness.deliver(try Push.sealed().json).content.title == "Door")
    }
}

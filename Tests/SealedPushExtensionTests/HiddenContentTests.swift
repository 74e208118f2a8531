// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("Content the user wants off the screen")
struct HiddenContentTests {
    @Test("is kept for the app, and is no failure")
    func hidden() throws {
        var device = Device()
        device.policy.hidesContent = true
        let told = Kept()
        let shown = device.harness { hooks in
            hooks.didOpen = { notification, content in
                told.notification = notification
                return content
            }
        }.deliver(
            try Push.sealed(
                json: #"{"aps":{"alert":{"title":"Door","subtitle":"S","body":"Opened"},"badge":2},"id":7}"#
            ).json
        )
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == nil)
        #expect(shown.content.title == "")
        #expect(shown.content.subtitle == "")
        #expect(shown.content.body == "Neutral text")
        #expect(shown.content.badge == 2)
        #expect(shown.content.userInfo["id"] as? Int == 7)
        let aps = try #require(shown.content.userInfo["aps"] as? [AnyHashable: Any])
        #expect((aps["alert"] as? [AnyHashable: Any])?["title"] as? String == "Door")
        let notification = try #require(told.notification)
        #expect(notification.contentIsHidden)
        #expect(notification.payload.title == "Door")
        #expect(device.failures.isEmpty)
        #expect(device.seen.records == 1)
    }

    @Test("is told apart from content that is shown")
    func notHidden() throws {
        let told = Kept()
        let shown = Device().harness { hooks in
            hooks.didOpen = { notification, content in
                told.notification = notification
                return content
            }
        }.deliver(try Push.sealed().json)
        #expect(shown.content.title == "Door")
        #expect(told.notification?.contentIsHidden == false)
    }

    @Test("stays hidden when the hook hangs until the time is up")
    func hangs() throws {
        var device = Device()
        device.policy.hidesContent = true
        let goOn = Event()
        let shown = device.harness { hooks in
            hooks.didOpen = { _, content in
                goOn.wait()
                return content
            }
        }.deliver(try Push.sealed().json, budget: .milliseconds(50))
        goOn.signal()
        #expect(shown.content.title == "")
        #expect(shown.content.body == "Neutral text")
    }
}

/// What the hook was told.
private final class Kept: @unchecked Sendable {
    // Unchecked because it is written on the worker's thread before the answer, and read after it.
    var notification: OpenedNotification?
}

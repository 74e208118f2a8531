// SPDX-License-Identifier: Apache-2.0

import NotificationHost
import SealedPushCore
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushListen

@Suite("What the user does with a notification")
struct ResponseTests {
    @Test("is told under the id of the message, and the next push is shown all the same")
    func opened() async throws {
        let under = try DeviceUnderTest(broker: nil)
        let local = try await LocalListener(under)
        let delegate = ResponseDelegate(teller: local.teller)
        local.device.center.delegate = delegate
        let push = try under.push("Door")
        #expect(await local.take(push))
        let told = try JSONLine(try await local.output.wait(count: 1)[0])
        try await local.device.open(PushExamination.hash(of: push))
        let response = try JSONLine(try await local.output.wait(count: 2)[1]).root["response"]
        #expect(response?["id"]?.string == told.id)
        #expect(response?["action"]?.string == "open")
        #expect(response?["text"]?.isNull == true)
        #expect(await local.take(try under.push("Window")))
        #expect(local.shownTitles == ["Door", "Window"])
    }
}

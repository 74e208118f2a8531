// SPDX-License-Identifier: Apache-2.0

import NotificationHost
import SealedPushStore
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushListen

@Suite("The list of delivered notifications")
struct ListTrimmerTests {
    @Test("keeps the newest")
    func trimmed() async throws {
        let under = try DeviceUnderTest(broker: nil)
        let local = try await LocalListener(under)
        let trimmer = ListTrimmer(local.device.center, kept: 3, slack: 4)
        for number in 0..<8 {
            #expect(await local.take(try under.push("\(number)")))
            trimmer.add()
            let list = await local.device.center.deliveredNotifications().map(\.request.content.title)
            #expect(list.last == "\(number)" && list.count <= 3 + 4)
        }
        await local.device.settle()
        let list = await local.device.center.deliveredNotifications().map(\.request.content.title)
        #expect(list == ["5", "6", "7"])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@testable import UserNotificationsExamples

@Suite("The lists of notifications")
struct NotificationListTests {
    private func add(_ identifier: String, after seconds: TimeInterval?, to center: UNUserNotificationCenter)
        async throws
    {
        let content = UNMutableNotificationContent()
        content.title = identifier
        let trigger = seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) }
        try await center.add(UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
    }

    // rows: S0-28 S0-29 S0-30 S0-31 S0-32 S0-33 S2-27 S2-28
    @Test("are looked at, and emptied")
    func lists() async throws {
        let phone = try await TestDevice()
        let center = phone.device.center
        try await add("now", after: nil, to: center)
        phone.clock.advance(by: 1)
        try await add("later", after: nil, to: center)
        try await add("soon", after: 60, to: center)
        try await add("tomorrow", after: 86_400, to: center)
        await phone.device.settle()
        try await phone.device.withCurrentCenter {
            let lists = NotificationLists()
            #expect(await lists.scheduled().map(\.identifier) == ["soon", "tomorrow"])
            #expect(await lists.scheduled().allSatisfy { $0.date != nil })
            #expect(await lists.delivered().map(\.identifier) == ["later", "now"])
            lists.remove(["now", "soon"])
            #expect(await lists.scheduled().map(\.identifier) == ["tomorrow"])
            #expect(await lists.delivered().map(\.identifier) == ["later"])
            try await lists.removeAll()
            #expect(await lists.scheduled().isEmpty)
            #expect(await lists.delivered().isEmpty)
        }
    }
}

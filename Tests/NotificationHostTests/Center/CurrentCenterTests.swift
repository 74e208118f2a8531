// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("The current center")
struct CurrentCenterTests {
    // rows: S0-02 S2-02
    @Test("is that of the device for which code runs, also in what the center calls")
    func current() async throws {
        let phone = try await Phone()
        let names = Reports()
        await phone.device.withCurrentCenter {
            let center = UNUserNotificationCenter.current()
            #expect(center === phone.center)
            await withCheckedContinuation { continuation in
                center.getNotificationSettings { _ in
                    names.add("\(UNUserNotificationCenter.current() === phone.center)")
                    continuation.resume()
                }
            }
        }
        #expect(names.all == ["true"])
        #expect(UNUserNotificationCenter.current() !== phone.center)
    }

    @Test("where nothing plays the device allows nothing, says why, and ends nothing")
    func absent() async {
        let center = UNUserNotificationCenter.current()
        #expect(UNUserNotificationCenter.current() === center)
        await #expect(throws: UNError.self) { try await center.requestAuthorization(options: [.alert]) }
        await #expect(throws: UNError.self) { try await center.add(Phone.request()) }
        await #expect(throws: UNError.self) { try await center.setBadgeCount(1) }
        #expect(await center.notificationSettings().authorizationStatus == .denied)
        #expect(await center.pendingNotificationRequests().isEmpty)
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.notificationCategories().isEmpty)
        center.setNotificationCategories([])
        center.removeAllPendingNotificationRequests()
        center.removeAllDeliveredNotifications()
        #expect(!center.supportsContentExtensions)
    }

    // rows: S0-37 S0-45
    @Test("keeps the categories that were set last")
    func categories() async throws {
        let phone = try await Phone()
        let one = UNNotificationCategory(identifier: "1", actions: [], intentIdentifiers: [])
        let two = UNNotificationCategory(identifier: "2", actions: [], intentIdentifiers: [])
        phone.center.setNotificationCategories([one])
        #expect(await phone.center.notificationCategories() == [one])
        phone.center.setNotificationCategories([two])
        #expect(await phone.center.notificationCategories() == [two])
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A trigger")
struct TriggerEqualityTests {
    /// Triggers that all differ; each is made anew.
    private static let different: [@Sendable () -> UNNotificationTrigger] = [
        { UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true) },
        { UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false) },
        { UNTimeIntervalNotificationTrigger(timeInterval: 61, repeats: true) },
        { UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 22), repeats: true) },
        { UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 22), repeats: false) },
        { UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 22), repeats: true) },
        { UNCalendarNotificationTrigger(dateMatching: DateComponents(timeZone: .gmt, hour: 22), repeats: true) },
        {
            let calendar = Calendar(identifier: .hebrew)
            return UNCalendarNotificationTrigger(
                dateMatching: DateComponents(calendar: calendar, hour: 22),
                repeats: true
            )
        },
    ]

    // rows: S0-08
    @Test("is of one of the kinds, and each is a trigger")
    func kinds() {
        for make in Self.different {
            #expect(type(of: make()) != UNNotificationTrigger.self)
        }
    }

    @Test("is equal to another one made the same way, and to no other")
    func equality() {
        for (first, make) in Self.different.enumerated() {
            for (second, other) in Self.different.enumerated() {
                #expect((make() == other()) == (first == second), "\(first) and \(second)")
            }
            #expect(make().hash == make().hash)
            #expect(!make().isEqual("trigger"))
        }
    }

    // rows: S0-14
    @Test("is its own copy, and stays in its request")
    func copy() throws {
        for make in Self.different {
            #expect(try #require(make().copy() as? UNNotificationTrigger) == make())
            let content = UNNotificationContent()
            let request = UNNotificationRequest(identifier: "LocalNotification", content: content, trigger: make())
            #expect(request.trigger == make())
            #expect(request != UNNotificationRequest(identifier: "LocalNotification", content: content, trigger: nil))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing
import UserNotifications

@Suite("The next date of a trigger")
struct NextDateTests {
    private let date = Date(timeIntervalSince1970: 1_773_220_530)

    // rows: S0-09, S2-11
    @Test("is one interval later, again and again where it repeats")
    func timeInterval() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 300, repeats: true)
        let first = try #require(trigger.nextDate(after: date))
        #expect(first.timeIntervalSince(date) == 300)
        #expect(trigger.nextDate(after: first) == date.addingTimeInterval(600))
    }

    @Test("is after the date that is given, however little, and never that date")
    func strictlyAfter() throws {
        let components = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: .gmt, hour: 22)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let first = try #require(trigger.nextDate(after: date))
        #expect(trigger.nextDate(after: first) == first.addingTimeInterval(86_400))
        #expect(trigger.nextDate(after: first.addingTimeInterval(-0.001)) == first)
        #expect(trigger.nextDate(after: first.addingTimeInterval(-1)) == first)
    }

    // rows: S0-11, S0-20
    @Test("is none for what no clock brings about")
    func noDate() {
        let center = CLLocationCoordinate2D(latitude: 40, longitude: 120)
        let region = CLCircularRegion(center: center, radius: 500, identifier: "Location")
        #expect(UNLocationNotificationTrigger(region: region, repeats: true).nextDate(after: date) == nil)
        #expect(UNPushNotificationTrigger.make().nextDate(after: date) == nil)
    }

    @Test("of ten thousand calendar triggers is found in a few seconds")
    func manyTriggers() {
        let calendar = Calendar(identifier: .gregorian)
        let time = ContinuousClock().measure {
            for number in 0..<10_000 {
                let (hour, minute) = (number / 60 % 24, number % 60)
                let components = DateComponents(calendar: calendar, hour: hour, minute: minute, weekday: number % 7 + 1)
                let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
                #expect(trigger.nextDate(after: date) != nil)
            }
        }
        // A tenth of a second in release; more is for machines that have other things to do.
        #expect(time < .seconds(10))
    }
}

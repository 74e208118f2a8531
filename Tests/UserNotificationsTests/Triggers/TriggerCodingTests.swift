// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("Archives of triggers")
struct TriggerCodingTests {
    private func roundTrip<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = true
        defer { unarchiver.finishDecoding() }
        return unarchiver.decodeObject(of: Object.self, forKey: NSKeyedArchiveRootObjectKey)
    }

    @Test("a time interval trigger comes back as it was", arguments: [true, false])
    func timeInterval(repeats: Bool) throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60.1, repeats: repeats)
        #expect(try roundTrip(trigger) == trigger)
    }

    @Test("a calendar trigger comes back with its calendar and its time zone")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        calendar.locale = Locale(identifier: "de_DE")
        calendar.firstWeekday = 4
        calendar.minimumDaysInFirstWeek = 5
        let components = DateComponents(calendar: calendar, timeZone: .gmt, hour: 9, weekday: 2, weekOfYear: 20)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let back = try #require(try roundTrip(trigger))
        #expect(back == trigger)
        #expect(back.dateComponents.calendar?.firstWeekday == 4)
        #expect(back.dateComponents.calendar?.minimumDaysInFirstWeek == 5)
        #expect(back.dateComponents.calendar?.locale?.identifier == "de_DE")
        #expect(back.dateComponents.timeZone == .gmt)
    }

    @Test("a request comes back with its trigger, of the same kind")
    func request() throws {
        let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 22), repeats: true)
        let request = UNNotificationRequest(identifier: "id", content: UNNotificationContent(), trigger: trigger)
        let back = try #require(try roundTrip(request))
        #expect(back == request)
        #expect(back.trigger is UNCalendarNotificationTrigger)
    }
}

// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import TestSupport
import Testing
import UserNotifications

@Suite("The archive of a trigger")
struct TriggerArchiveTests {
    private static func calendar(_ components: DateComponents) -> UNNotificationTrigger {
        UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    }

    private static func location(_ latitude: Double, radius: Double, entry: Bool) -> UNNotificationTrigger {
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: -179.5)
        let region = CLCircularRegion(center: center, radius: radius, identifier: "ä😀")
        region.notifyOnEntry = entry
        region.notifyOnExit = !entry
        return UNLocationNotificationTrigger(region: region, repeats: false)
    }

    private static let triggers: [@Sendable () -> UNNotificationTrigger] = [
        { UNPushNotificationTrigger.make() },
        { UNTimeIntervalNotificationTrigger(timeInterval: 0.1, repeats: false) },
        { UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: true) },
        { calendar(DateComponents()) },
        { calendar(DateComponents(hour: 0, minute: Int.max - 1, second: .min)) },
        { calendar(Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date(timeIntervalSince1970: 0.5))) },
        { calendar(DateComponents(timeZone: TimeZone(secondsFromGMT: 12_600), hour: 9)) },
        { calendar(DateComponents(calendar: .autoupdatingCurrent, timeZone: .autoupdatingCurrent, hour: 9)) },
        {
            var components = DateComponents(calendar: Calendar(identifier: .chinese), month: 2)
            components.isLeapMonth = true
            return calendar(components)
        },
        { location(40, radius: 500, entry: true) },
        { location(.nan, radius: .infinity, entry: false) },
    ]

    @Test("gives the same trigger again", arguments: triggers.indices)
    func comesBack(number: Int) throws {
        let trigger = Self.triggers[number]()
        let archive = try #require(trigger.archive)
        let back = try #require(UNNotificationTrigger.trigger(archive: archive))
        #expect(back == trigger)
        #expect(type(of: back) == type(of: trigger))
    }

    private static let identifiers: [Calendar.Identifier] = [
        .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew, .iso8601, .indian,
        .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .japanese, .persian, .republicOfChina,
    ]

    @Test("keeps the calendar and how it counts", arguments: identifiers)
    func calendars(identifier: Calendar.Identifier) throws {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Kolkata"))
        calendar.locale = Locale(identifier: "ar_EG")
        calendar.firstWeekday = 3
        calendar.minimumDaysInFirstWeek = 6
        let archive = try #require(Self.calendar(DateComponents(calendar: calendar, day: 1)).archive)
        let back = try #require(UNNotificationTrigger.trigger(archive: archive) as? UNCalendarNotificationTrigger)
        let read = try #require(back.dateComponents.calendar)
        #expect(read == calendar)
        #expect(read.identifier == identifier)
        #expect(read.timeZone.identifier == "Asia/Kolkata")
        #expect(read.locale?.identifier == "ar_EG")
        #expect(read.firstWeekday == 3)
        #expect(read.minimumDaysInFirstWeek == 6)
    }

    @Test("follows the user's calendar and zone where the trigger did")
    func followsUser() throws {
        for components in [
            DateComponents(calendar: .autoupdatingCurrent, hour: 9),
            DateComponents(timeZone: .autoupdatingCurrent, hour: 9),
        ] {
            let archive = try #require(Self.calendar(components).archive)
            let back = try #require(UNNotificationTrigger.trigger(archive: archive) as? UNCalendarNotificationTrigger)
            #expect(back.dateComponents == components)
        }
        // A calendar that merely counts the same way stays as it is.
        #expect(Calendar.current != .autoupdatingCurrent)
        #expect(TimeZone.current != .autoupdatingCurrent)
    }

    @Test("that is cut, or longer than it was, is refused", arguments: triggers.indices)
    func cut(number: Int) throws {
        let archive = try #require(Self.triggers[number]().archive)
        for length in archive.indices {
            #expect(UNNotificationTrigger.trigger(archive: archive.prefix(length)) == nil, "\(length)")
        }
        #expect(UNNotificationTrigger.trigger(archive: archive + [0]) == nil)
    }

    @Test("of any other bytes is refused or read, and never ends the process", arguments: triggers.indices)
    func rubbish(number: Int) throws {
        var generator = SeededGenerator(seed: UInt64(number))
        let archive = try #require(Self.triggers[number]().archive)
        for _ in 0..<Rounds.count(5_000) {
            var bytes = archive
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let trigger = UNNotificationTrigger.trigger(archive: bytes) else { continue }
            _ = trigger.nextDate(after: Date(timeIntervalSince1970: 1_773_220_530))
            let again = try #require(trigger.archive)
            #expect(UNNotificationTrigger.trigger(archive: again) == trigger)
        }
    }
}

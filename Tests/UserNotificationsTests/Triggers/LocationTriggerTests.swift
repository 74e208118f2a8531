// SPDX-License-Identifier: Apache-2.0

// Apple's has location triggers on iOS and watchOS alone.
#if os(Linux) || os(iOS) || os(watchOS)
import CoreLocation
import Foundation
import Testing
import UserNotifications

@Suite("A location trigger")
struct LocationTriggerTests {
    private func region(radius: Double = 500) -> CLCircularRegion {
        let center = CLLocationCoordinate2D(latitude: 40, longitude: 120)
        return CLCircularRegion(center: center, radius: radius, identifier: "Location")
    }

    // rows: S0-11, S2-10, S2-16
    @Test("keeps its region, and whether it repeats", arguments: [true, false])
    func values(repeats: Bool) throws {
        let region = region()
        region.notifyOnEntry = true
        region.notifyOnExit = false
        let trigger = UNLocationNotificationTrigger(region: region, repeats: repeats)
        let kept = try #require(trigger.region as? CLCircularRegion)
        #expect(kept.identifier == "Location")
        #expect(kept.center.latitude == 40)
        #expect(kept.center.longitude == 120)
        #expect(kept.radius == 500)
        #expect(kept.notifyOnEntry)
        #expect(!kept.notifyOnExit)
        #expect(trigger.repeats == repeats)
    }

    @Test("is not changed by what happens to the region later")
    func copies() {
        let region = region()
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        region.notifyOnEntry = false
        #expect(trigger.region.notifyOnEntry)
    }

    #if os(Linux)
    // Apple's compares regions by their identifiers, as far as is known.
    @Test("with another radius is another trigger, though the region's identifier is the same")
    func equality() {
        let trigger = UNLocationNotificationTrigger(region: region(), repeats: false)
        #expect(trigger == UNLocationNotificationTrigger(region: region(), repeats: false))
        #expect(trigger != UNLocationNotificationTrigger(region: region(radius: 501), repeats: false))
    }
    #endif
}
#endif

// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A trigger of a place")
struct RegionTests {
    static func request(
        onEntry: Bool = true,
        onExit: Bool = false,
        repeats: Bool = true
    ) -> UNNotificationRequest {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 40, longitude: 120),
            radius: 500,
            identifier: "Location"
        )
        region.notifyOnEntry = onEntry
        region.notifyOnExit = onExit
        return Phone.request(trigger: UNLocationNotificationTrigger(region: region, repeats: repeats))
    }

    private static func move(_ phone: Phone, _ isInside: Bool) async {
        phone.device.move(toLatitude: isInside ? 40.001 : 41, longitude: 120)
        await phone.device.settle()
    }

    // rows: S0-11 S2-16
    @Test(
        "fires where the border is crossed that it waits for",
        arguments: [(true, false, [0, 1, 1, 2]), (false, true, [0, 0, 1, 1]), (true, true, [0, 1, 2, 3])]
    )
    func crossing(onEntry: Bool, onExit: Bool, counts: [Int]) async throws {
        let phone = try await Phone()
        try await phone.add(Self.request(onEntry: onEntry, onExit: onExit))
        for (isInside, count) in zip([false, true, false, true], counts) {
            await Self.move(phone, isInside)
            #expect(phone.presenter.presentations.count == count)
        }
        #expect(await phone.pending == ["id"])
    }

    @Test("does not fire for where the device is when it is first seen", arguments: [true, false])
    func first(isInside: Bool) async throws {
        let phone = try await Phone()
        try await phone.add(Self.request(onExit: true))
        await Self.move(phone, isInside)
        #expect(phone.presenter.presentations.isEmpty)
        await Self.move(phone, isInside)
        #expect(phone.presenter.presentations.isEmpty)
    }

    @Test("that does not repeat fires once")
    func once() async throws {
        let phone = try await Phone()
        await Self.move(phone, false)
        try await phone.add(Self.request(repeats: false))
        await Self.move(phone, true)
        #expect(await phone.pending.isEmpty)
        await Self.move(phone, false)
        await Self.move(phone, true)
        #expect(phone.presenter.presentations.count == 1)
    }

    @Test("is removed from the list by identifier, though it cannot be read there")
    func unlisted() async throws {
        let phone = try await Phone()
        await Self.move(phone, false)
        try await phone.add(Self.request(repeats: false))
        await Self.move(phone, true)
        #expect(await phone.delivered.isEmpty)
        phone.center.removeDeliveredNotifications(withIdentifiers: ["id"])
        await phone.device.settle()
        #expect(
            phone.presenter.calls.last == .withdrawn([PresentedReference(identifier: "id", reference: "shown-1")])
        )
    }

    @Test("remembers over the end of the process on which side the device was")
    func remembered() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        await Self.move(first, false)
        try await first.add(Self.request())
        first.device.stop()
        let second = try await Phone(storage: .folder(folder.url.path))
        await Self.move(second, true)
        #expect(second.presenter.presentations.count == 1)
    }
}

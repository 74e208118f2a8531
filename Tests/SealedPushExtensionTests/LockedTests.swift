// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("A device that was not unlocked since it started")
struct LockedTests {
    private static let locked = KeyStoreError(.locked, "locked")

    /// The sounds of twenty pushes that come while the store is locked.
    private func sounds(_ harness: ExtensionHarness) throws -> [UNNotificationSound?] {
        try (0..<20).map { _ in
            let shown = harness.deliver(try Push.sealed().json)
            #expect(shown.reason == .locked)
            #expect(shown.handlerCalls == 1)
            expectHarmless(shown.content)
            return shown.content.sound
        }
    }

    @Test("makes a sound once, and again after it was unlocked")
    func once() throws {
        let device = Device()
        let harness = device.harness()
        for _ in 0..<2 {
            device.store.setProblem(Self.locked)
            #expect(try sounds(harness) == [.default] + [UNNotificationSound?](repeating: nil, count: 19))
            device.store.setProblem(nil)
            #expect(harness.deliver(try Push.sealed().json).content.title == "Door")
        }
        #expect(device.failures == ["locked": 40])
    }

    @Test("makes the placeholder's own sound where it has one")
    func ownSound() throws {
        let device = Device()
        device.store.setProblem(Self.locked)
        let harness = device.harness { $0.placeholder = Placeholder("Neutral text", sound: "bell.caf") }
        let bell = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))
        #expect(try sounds(harness) == [bell] + [UNNotificationSound?](repeating: nil, count: 19))
    }

    @Test("opens the same push once it is unlocked, for nothing was recorded")
    func opensLater() throws {
        let device = Device()
        device.store.setProblem(Self.locked)
        let harness = device.harness()
        let sealed = try Push.sealed()
        #expect(harness.deliver(sealed.json).reason == .locked)
        #expect(device.seen.records == 0)
        device.store.setProblem(nil)
        #expect(harness.deliver(sealed.json).content.title == "Door")
    }

    @Test("a push that was answered when its time ran out leaves the sound to the next")
    func late() throws {
        let notice = LockedNotice()
        let atStore = Event()
        let goOn = Event()
        let device = Device()
        device.store.setProblem(Self.locked)
        var hooks = device.hooks
        hooks.makeReceiver = {
            atStore.signal()
            goOn.wait()
            return device.receiver
        }
        let override = ExtensionOverride(receiver: nil, lockedNotice: notice) { _ in }
        let late = try ExtensionOverride.$current.withValue(override) {
            Delivery(Push.request(try Push.sealed()), hooks)
        }
        #expect(atStore.wait())
        late.expire()
        #expect(late.answers.first?.sound == nil)
        goOn.signal()
        #expect(late.settle())
        let next = try ExtensionOverride.$current.withValue(override) {
            Delivery(Push.request(try Push.sealed()), device.hooks)
        }
        #expect(next.answers.wait()?.sound == .default)
    }

    @Test("devices in one test process do not silence each other")
    func apart() throws {
        for _ in 0..<2 {
            let device = Device()
            device.store.setProblem(Self.locked)
            #expect(device.harness().deliver(try Push.sealed().json).content.sound == .default)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@Suite("A sound")
struct SoundTests {
    private static let bell = UNNotificationSoundName("bell.caf")

    /// Sounds that all differ; each is made anew.
    static let different: [@Sendable () -> UNNotificationSound] = [
        { .default },
        { .defaultCritical },
        { .defaultCriticalSound(withAudioVolume: 0.5) },
        { .defaultCriticalSound(withAudioVolume: 1) },
        { UNNotificationSound(named: bell) },
        { UNNotificationSound(named: UNNotificationSoundName(rawValue: "other.caf")) },
        { .criticalSoundNamed(bell) },
        { .criticalSoundNamed(bell, withAudioVolume: 0.5) },
        { .criticalSoundNamed(bell, withAudioVolume: 0) },
    ]

    @Test("is equal to another one made the same way, and to no other")
    func equality() {
        for (first, make) in Self.different.enumerated() {
            for (second, other) in Self.different.enumerated() {
                #expect((make() == other()) == (first == second), "\(first) and \(second)")
            }
            #expect(make().hash == make().hash)
            #expect(!make().isEqual("bell.caf"))
        }
    }

    @Test("is its own copy")
    func copy() throws {
        for make in Self.different {
            #expect(try #require(make().copy() as? UNNotificationSound) == make())
        }
    }

    @Test("has a name that is a text")
    func name() {
        #expect(Self.bell.rawValue == "bell.caf")
        #expect(Self.bell == UNNotificationSoundName(rawValue: "bell.caf"))
        #expect(Set([Self.bell, UNNotificationSoundName("bell.caf")]).count == 1)
    }
}

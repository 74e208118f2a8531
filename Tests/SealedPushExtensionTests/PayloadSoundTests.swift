// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The sound of a payload")
struct PayloadSoundTests {
    private static let bell = UNNotificationSoundName("bell.caf")

    private func sound(_ json: String) throws -> UNNotificationSound? {
        PayloadContent(try PushPayload(json: #"{"aps":{"sound":\#(json)}}"#.utf8)).content.sound
    }

    @Test("is the system's, or a file")
    func plain() throws {
        #expect(try sound(#""default""#) == .default)
        #expect(try sound(#""bell.caf""#) == UNNotificationSound(named: Self.bell))
        #expect(try sound(#"{"name":"bell.caf"}"#) == UNNotificationSound(named: Self.bell))
        #expect(try sound("{}") == .default)
    }

    @Test(
        "is critical where that is the number 1",
        arguments: [("1", true), ("1.0", true), ("0", false), ("true", false), (#""1""#, false), ("2", false)]
    )
    func critical(json: String, isCritical: Bool) throws {
        let named = UNNotificationSound(named: Self.bell)
        #expect(
            try sound(#"{"critical":\#(json),"name":"bell.caf"}"#)
                == (isCritical ? .criticalSoundNamed(Self.bell) : named)
        )
        #expect(try sound(#"{"critical":\#(json)}"#) == (isCritical ? .defaultCritical : .default))
    }

    @Test(
        "a critical one has a volume between 0 and 1",
        arguments: [("0", 0), ("0.5", 0.5), ("1", 1), ("7", 1), ("-1", 0), ("1e300", 1)] as [(String, Float)]
    )
    func volume(json: String, volume: Float) throws {
        #expect(
            try sound(#"{"critical":1,"name":"bell.caf","volume":\#(json)}"#)
                == .criticalSoundNamed(Self.bell, withAudioVolume: volume)
        )
        #expect(
            try sound(#"{"critical":1,"name":"default","volume":\#(json)}"#)
                == .defaultCriticalSound(withAudioVolume: volume)
        )
    }

    @Test("a volume that is none leaves the user's", arguments: ["1e400", #""0.5""#, "null", "true"])
    func noVolume(json: String) throws {
        #expect(
            try sound(#"{"critical":1,"name":"bell.caf","volume":\#(json)}"#) == .criticalSoundNamed(Self.bell)
        )
    }
}

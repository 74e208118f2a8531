// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@Suite("Raw values")
struct RawValueTests {
    @Test(
        "of the interruption levels are Apple's",
        arguments: [
            (UNNotificationInterruptionLevel.passive, 0), (.active, 1), (.timeSensitive, 2), (.critical, 3),
        ] as [(UNNotificationInterruptionLevel, UInt)]
    )
    func level(level: UNNotificationInterruptionLevel, value: UInt) {
        #expect(level.rawValue == value)
        #expect(UNNotificationInterruptionLevel(rawValue: value) == level)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

/// Moments in milliseconds, and how they are written.
struct TimestampTests {
    @Test(
        "A moment is written as UTC to the second, rounded down",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1999, "1970-01-01T00:00:01Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_767_225_599_999, "2025-12-31T23:59:59Z"), (1_767_225_600_000, "2026-01-01T00:00:00Z"),
            (1_780_000_000_000, "2026-05-28T20:26:40Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59Z"),
        ] as [(UInt64, String)]
    )
    func description(_ milliseconds: UInt64, _ text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test(
        "A moment beyond all calendars is written as its number",
        arguments: [253_402_300_800_000, 1 << 63, .max] as [UInt64]
    )
    func beyond(_ milliseconds: UInt64) {
        #expect(Timestamp(milliseconds: milliseconds).description == "\(milliseconds) ms")
    }

    @Test("Random moments are written as Foundation writes them")
    func random() {
        let seed: UInt64 = 4
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Rounds.count(5000) {
            let seconds = UInt64.random(in: 0..<253_402_300_800, using: &generator)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            let text = Timestamp(milliseconds: seconds * 1000).description
            #expect(text == date.formatted(.iso8601), "seed \(seed), round \(round)")
        }
    }

    @Test("Earlier is less, and seconds leave the rest of a second out")
    func order() {
        let one = Timestamp(milliseconds: 1999)
        #expect(one < Timestamp(milliseconds: 2000))
        #expect(!(one < one))
        #expect(one.seconds == 1)
        #expect(Timestamp(milliseconds: .max).seconds == 18_446_744_073_709_551)
    }

    @Test("Now is what the system's clock says")
    func now() {
        let before = Date().timeIntervalSince1970
        let now = Double(Timestamp.now().milliseconds) / 1000
        #expect((before - 0.01...Date().timeIntervalSince1970 + 0.01).contains(now))
    }
}

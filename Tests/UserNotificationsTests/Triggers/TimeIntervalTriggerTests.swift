// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A time interval trigger")
struct TimeIntervalTriggerTests {
    // rows: S0-09, S2-10, S2-11
    @Test(
        "keeps its interval, and whether it repeats",
        arguments: [(3_600.0, false), (300, false), (60, true), (0.001, false)]
    )
    func values(interval: TimeInterval, repeats: Bool) {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
        #expect(trigger.timeInterval == interval)
        #expect(trigger.repeats == repeats)
    }

    // rows: S0-09
    @Test("has its next date one interval from now")
    func nextDate() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: false)
        let before = Date()
        let next = try #require(trigger.nextTriggerDate())
        #expect(next >= before.addingTimeInterval(3_600))
        #expect(next <= Date().addingTimeInterval(3_600))
    }

    @Test("of no time, or of less than none, ends the process with Apple's words")
    func notPositive() async throws {
        let words = "time interval must be greater than 0"
        let zero = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
        }
        #expect(try text(zero).contains(words))
        let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: -5, repeats: true)
        }
        #expect(try text(negative).contains(words))
    }

    @Test("that repeats in less than a minute ends the process with Apple's words")
    func tooOften() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 59.999, repeats: true)
        }
        #expect(try text(result).contains("time interval must be at least 60 if repeating"))
    }

    #if os(Linux)
    // What Apple's says of these is not known.
    @Test("of no number, or of an endless time, ends the process")
    func noNumber() async throws {
        let nan = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: .nan, repeats: false)
        }
        #expect(try text(nan).contains("time interval must be greater than 0"))
        let endless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: .infinity, repeats: true)
        }
        #expect(try text(endless).contains("time interval must be finite"))
    }
    #endif

    private func text(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }
}

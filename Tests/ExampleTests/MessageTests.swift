// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@testable import UserNotificationsExamples

@Suite("Messages")
struct MessageTests {
    private final class Events: @unchecked Sendable {
        // Unchecked because it changes: under its lock alone.
        private let lock = NSLock()
        private var events: [Messages.Event] = []

        var all: [Messages.Event] { lock.withLock { events } }

        @Sendable func add(_ event: Messages.Event) { lock.withLock { events.append(event) } }
    }

    // rows: S0-34 S0-35 S0-36 S0-37 S0-38 S0-40
    @Test("are opened, dismissed, answered and deleted from their notification")
    func responses() async throws {
        let phone = try await TestDevice()
        let events = Events()
        let messages = Messages(onEvent: events.add)
        try await phone.device.withCurrentCenter {
            messages.start()
            for name in ["a", "b", "c", "d"] { try await messages.show("hello", from: "Ada", identifier: name) }
        }
        await phone.device.settle()
        try await phone.device.open("a")
        try await phone.device.dismiss("b")
        try await phone.device.perform("REPLY", on: "c", text: "hello yourself")
        try await phone.device.perform("DELETE", on: "d")
        #expect(
            events.all == [.opened("a"), .dismissed("b"), .replied("c", text: "hello yourself"), .deleted("d")]
        )
        #expect(phone.presenter.presentations.map(\.threadIdentifier) == ["Ada", "Ada", "Ada", "Ada"])
        #expect(await phone.device.center.deliveredNotifications().isEmpty)
    }
}

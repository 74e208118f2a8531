// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import UserNotifications

@testable import SealedPushExtension

/// A slot that writes down what becomes of it.
struct SlotProbe: Sendable {
    /// What happened, in order: `settle X` and `show X`.
    private let events: Lock<[String]>
    let slot: ResponseSlot

    init() {
        let events = Lock<[String]>([])
        self.events = events
        slot = ResponseSlot(best: Self.outcome("placeholder", events)) { content in
            events.withLock { $0.append("show \(content.body)") }
        }
    }

    var log: [String] { events.withLock { $0 } }

    /// An attempt with a name.
    func outcome(_ name: String) -> Outcome { Self.outcome(name, events) }

    private static func outcome(_ name: String, _ events: Lock<[String]>) -> Outcome {
        let content = UNMutableNotificationContent()
        content.body = name
        return Outcome(content) {
            events.withLock { $0.append("settle \(name)") }
            return nil
        }
    }
}

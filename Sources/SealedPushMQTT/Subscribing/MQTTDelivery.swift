// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

/// A message that waits to be handled; the broker keeps it until `acknowledge` is called.
///
/// The next one comes after that. One that is let go without an answer is left with the broker.
public final class MQTTDelivery: Sendable {
    /// What came of it.
    enum Answer: Sendable {
        case acknowledged
        case left
    }

    /// Where the answer is left for the client's thread.
    final class Slot: Sendable {
        private let answer = Lock<Answer?>(nil)
        private let waker: Waker

        init(_ waker: Waker) { self.waker = waker }

        var value: Answer? { answer.withLock { $0 } }

        /// The first counts.
        func give(_ new: Answer) {
            answer.withLock { $0 = $0 ?? new }
            waker.wake()
        }
    }

    /// What was delivered.
    public let message: MQTTMessage
    private let slot: Slot

    init(_ message: MQTTMessage, _ slot: Slot) {
        self.message = message
        self.slot = slot
    }

    deinit { slot.give(.left) }

    /// Lets the broker forget the message: the push was shown, or its failure recorded.
    public func acknowledge() { slot.give(.acknowledged) }

    /// Leaves the message with the broker: the connection ends, and it comes again with the next.
    ///
    /// For what cannot be handled now, a locked store for instance. One of QoS 0 does not come again.
    public func leave() { slot.give(.left) }
}

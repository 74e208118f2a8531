// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

/// One push on its way: what its caller waits for, and how far the driver has come with it.
final class PublishJob: OutboxJob, @unchecked Sendable {
    // Unchecked because two sides share it: `ticket` is reached under the mailbox's lock alone, `progress` by the driver's
    // thread alone; the publication never changes.

    /// The driver's side.
    struct Progress {
        /// Where it stands among all, so that the order survives a lost connection.
        var number = 0
        /// How often it was sent.
        var attempts = 0
        /// Until when it may be sent again.
        var deadline = Duration.zero
        var isOver = false
    }

    let publication: MQTTPublication
    var ticket = Ticket<MQTTReceipt, MQTTError>()
    var progress = Progress()

    init(_ publication: MQTTPublication) { self.publication = publication }

    static func failure(_ refusal: Refusal) -> MQTTError {
        switch refusal {
        case .closed: .closed
        case .cancelled: .cancelled
        case .cancelledUnderWay: .cancelledUnderWay
        }
    }
}

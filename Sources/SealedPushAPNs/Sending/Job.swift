// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

/// One push on its way: what its caller waits for, and how far the driver has come with it.
final class Job: OutboxJob, @unchecked Sendable {
    // Unchecked because two sides share it: `ticket` is reached under the mailbox's lock alone, `progress` by the driver's
    // thread alone; the request never changes.

    /// The driver's side.
    struct Progress {
        /// How often it was sent.
        var attempts = 0
        /// Whether it was sent and no answer came, at least once.
        var isUncertain = false
        /// Whether another provider token was tried already.
        var hadOtherToken = false
        /// Until when it may be sent again.
        var deadline = Duration.zero
        /// Why it was not accepted the last time.
        var lastError: APNsError?
        /// On which connection it is.
        var place: (link: Link, stream: RequestStream)?
        var isOver = false
    }

    let request: APNsRequest
    var ticket = Ticket<APNsReceipt, APNsError>()
    var progress = Progress()

    init(_ request: APNsRequest) { self.request = request }

    static func failure(_ refusal: Refusal) -> APNsError {
        switch refusal {
        case .closed: .closed
        case .cancelled: .cancelled
        case .cancelledUnderWay: .cancelledUnderWay
        }
    }
}

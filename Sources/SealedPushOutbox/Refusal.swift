// SPDX-License-Identifier: Apache-2.0

/// Why a mailbox itself ends a job.
@usableFromInline
package enum Refusal: Sendable {
    /// The client was closed before the job was done.
    case closed
    /// Given up before the client's thread had it.
    case cancelled
    /// Given up when the service may have had it already.
    case cancelledUnderWay
}

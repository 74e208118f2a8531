// SPDX-License-Identifier: Apache-2.0

/// One push on its way, as a mailbox sees it.
///
/// Two sides share it: `ticket` is reached under the mailbox's lock alone, all else by the client's thread alone or never
/// changed.
@usableFromInline
package protocol OutboxJob: AnyObject, Sendable {
    /// What the service says of a push that it has accepted.
    associatedtype Receipt: Sendable
    /// Why it was not accepted.
    associatedtype Failure: Error

    var ticket: Ticket<Receipt, Failure> { get set }

    /// What a caller is told when the mailbox ends its job.
    static func failure(_ refusal: Refusal) -> Failure
}

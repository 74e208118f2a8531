// SPDX-License-Identifier: Apache-2.0

/// The caller's side of a job: where it is, and whom to tell.
@usableFromInline
package struct Ticket<Receipt: Sendable, Failure: Error>: Sendable {
    /// Told what became of the job.
    @usableFromInline package typealias Completion = @Sendable (Result<Receipt, Failure>) -> Void
    /// Told that the job is in, or never will be.
    @usableFromInline package typealias Admission = @Sendable (Bool) -> Void

    @usableFromInline
    package enum Place: Sendable {
        case outside
        case waiting
        case inside
        case done
    }

    @usableFromInline package var place = Place.outside
    @usableFromInline package var isCancelled = false
    @usableFromInline package var completion: Completion?
    @usableFromInline package var admission: Admission?

    /// One of a job that no mailbox has seen.
    @inlinable
    package init() {}
}

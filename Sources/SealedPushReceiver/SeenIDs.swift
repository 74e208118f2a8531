// SPDX-License-Identifier: Apache-2.0

/// The pushes a receiver has shown, so that none is shown twice (`EnvelopeFormat`, "Seen ids").
public protocol SeenIDs: Sendable {
    /// Looks a push up and writes nothing.
    ///
    /// - Throws: `KeyStoreError` when the list could not be read in time.
    func lookUp(_ push: SeenPush) throws(KeyStoreError) -> SeenVerdict

    /// Looks a push up and, if it is new, records it, as one atomic step.
    ///
    /// - Parameters:
    ///   - push: What is known of it.
    ///   - now: The time; `nil` while the clock is not set. A list may forget what is stale by it only if no clock that is
    ///     set back can bring that to life: the lists of this library forget nothing for its age.
    /// - Throws: `KeyStoreError` when it could not be recorded in time; the push is then opened without this check.
    func record(_ push: SeenPush, now: Timestamp?) throws(KeyStoreError) -> SeenVerdict
}

/// What a list of seen pushes says of one.
public enum SeenVerdict: Hashable, Sendable {
    /// Not seen before.
    case new
    /// On the list.
    case duplicate
    /// Not on the list, but no later than one that had to be dropped from it.
    case belowFloor
}

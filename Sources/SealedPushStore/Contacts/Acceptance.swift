// SPDX-License-Identifier: Apache-2.0

/// What accepting a card or key did.
public struct Acceptance: Hashable, Sendable {
    /// What changed.
    public enum Change: Hashable, Sendable {
        /// A new contact.
        case added
        /// A newer card of a known contact.
        case updated
        /// Nothing: it was accepted before.
        case none
        /// Trust ended, for good: the card says that its identity is finished.
        case revoked
    }

    /// What changed.
    public let change: Change
    /// The contact; `nil` for the revocation of an identity that was never one.
    public let contact: Contact?
}

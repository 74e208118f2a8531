// SPDX-License-Identifier: Apache-2.0

/// What a receiver insists on; the defaults are those of `envelope.md`.
public struct ReceiverPolicy: Hashable, Sendable {
    /// When a push must be signed.
    public enum Signature: Hashable, Sendable {
        /// As soon as the store has ever trusted a signer.
        case requiredOnceTrusted
        /// Always.
        case required
        /// Never; a signature that is there must still be a trusted signer's.
        case notRequired
    }

    /// When a push must be signed.
    public var signature = Signature.requiredOnceTrusted
    /// Milliseconds that two clocks may differ by: how early a push may come, and how long after its end.
    public var clockTolerance: UInt64 = 24 * 60 * 60 * 1000
    /// Whether a push is refused, as `storeUnavailable`, when it cannot be told whether it came before.
    public var requiresReplayCheck = false

    /// The defaults.
    public init() {}
}

// SPDX-License-Identifier: Apache-2.0

/// What a receiver insists on; the defaults are those of `EnvelopeFormat`.
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

    /// What becomes of an ordinary push, which anyone between sender and device can have written.
    public enum Unsealed: Hashable, Sendable {
        /// The placeholder is shown in its place.
        case replace
        /// It is shown as it came, and `didFail` is told that it was not sealed.
        case show
    }

    /// When a push must be signed.
    public var signature = Signature.requiredOnceTrusted
    /// What becomes of an ordinary push.
    public var unsealed = Unsealed.replace
    /// Whether the user wants no text on the screen: the placeholder stands in place of the texts, all else stays.
    public var hidesContent = false
    /// Whether nothing at all may be shown, for a push that came twice: true only with Apple's filtering entitlement
    /// (`com.apple.developer.usernotifications.filtering`), or under a host that allows it.
    public var mayDrop = false
    /// Milliseconds that two clocks may differ by: how early a push may come, and how long after its end.
    public var clockTolerance: UInt64 = 24 * 60 * 60 * 1000
    /// Whether a push is refused, as `storeUnavailable`, when it cannot be told whether it came before.
    public var requiresReplayCheck = false

    /// The defaults.
    public init() {}
}

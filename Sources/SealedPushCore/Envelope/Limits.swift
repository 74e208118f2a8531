// SPDX-License-Identifier: Apache-2.0

/// The numbers of `EnvelopeFormat`, "Limits", each with its reason.
public enum Limits {
    /// Bytes of an alert push's payload: what APNs takes.
    public static let alertPayload = 4096
    /// Bytes of a VoIP push's payload: what APNs takes.
    public static let voipPayload = 5120
    /// Characters of `encrypted-content`: a sender never makes more, a reader never reads more.
    ///
    /// Other transports carry more than APNs does.
    public static let encryptedContent = 16_384
    /// Bytes of an outer payload that a reader looks at: bounded work.
    public static let outerPayload = 65_536
    /// Seconds a push lives when its sender states nothing, and at most: the longest APNs stores one, 30 days.
    public static let timeToLive: UInt32 = 30 * 24 * 60 * 60
    /// Candidate keys, or trusted signers, tried for one push: bounded work where ids collide.
    public static let candidates = 8
}

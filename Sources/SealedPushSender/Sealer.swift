// SPDX-License-Identifier: Apache-2.0

/// Seals ordinary APNs payloads, so that the provider sees a placeholder and nothing else.
///
/// It signs, or is explicitly anonymous. Signing says who sent; without it, whoever knows a device's public key, or shares
/// a shared key, can send as well.
public struct Sealer: Sendable {
    /// How the length of a payload is hidden (`EnvelopeFormat`, "The inner part").
    public enum Padding: String, Sendable, CaseIterable {
        /// To 256, 512, 1024, 2048 … bytes, or as far as the limit goes: the default.
        case bucket
        /// Not at all: the length shows.
        case none
    }

    /// What happens to a payload that does not fit.
    public enum Shortening: Sendable {
        /// It is refused.
        case never
        /// Its body is cut at a grapheme boundary and ends in "…"; everything else stays.
        case body
    }

    /// Bytes the outer payload may have.
    public var limit = Limits.alertPayload
    /// How the length is hidden.
    public var padding = Padding.bucket
    /// What the provider sees, and a device shows whose extension does not run.
    public var placeholder = Placeholder.standard
    /// What happens to a payload that does not fit.
    public var shortening = Shortening.never

    /// Signs; `nil` for an anonymous sender.
    package var key: SigningKey.Secret?
    /// The clock.
    package var now: @Sendable () -> Timestamp = Timestamp.now

    /// A sender whose messages say, inside the seal, who signed them.
    public init(signingWith key: SigningKey.Secret) {
        self.init(key: key)
    }

    /// A sender that does not sign; receivers that ever trusted a signer refuse its messages.
    public static func anonymous() -> Sealer {
        Sealer(key: nil)
    }

    private init(key: SigningKey.Secret?) { self.key = key }

    /// Does once what no recipient changes: checks, sizes, shortening.
    ///
    /// - Parameters:
    ///   - payload: What the device shows.
    ///   - timeToLive: Seconds until the push expires; 0, the default, means 30 days, which is also the most.
    /// - Throws: `SealError.silent`, `tooLarge`, `wrongType`, `reservedName` or `placeholder`.
    public func prepare(_ payload: PushPayload, timeToLive: UInt32 = 0) throws(SealError) -> PreparedPayload {
        try PreparedPayload(payload, sealer: self, timeToLive: timeToLive)
    }

    /// Seals a payload to one recipient.
    ///
    /// - Parameters:
    ///   - payload: What the device shows.
    ///   - recipient: Whom for.
    ///   - timeToLive: Seconds until the push expires; 0, the default, means 30 days, which is also the most.
    ///   - id: The message's id, a fresh one by default; never use one twice.
    /// - Throws: what `prepare` throws, and `SealError.unusableKey`.
    public func seal(
        _ payload: PushPayload,
        to recipient: Recipient,
        timeToLive: UInt32 = 0,
        id: MessageID = MessageID()
    ) throws(SealError) -> SealedPayload {
        try PreparedPayload(payload, sealer: self, timeToLive: timeToLive, for: recipient.mode).seal(
            to: recipient,
            id: id
        )
    }
}

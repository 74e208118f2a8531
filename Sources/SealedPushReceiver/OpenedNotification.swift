// SPDX-License-Identifier: Apache-2.0

/// A push that was opened, and what is known of where it came from.
public struct OpenedNotification: Sendable {
    /// Who sent it, as far as that is known.
    public enum Sender: Hashable, Sendable {
        /// A signer the receiver trusts.
        case signer(TrustedSigner)
        /// Unsigned, sealed to a device: anyone who knows its public key.
        case anonymous
        /// Unsigned, sealed with a shared key: someone who holds it. The local name of that key, where it has one.
        case member(of: String?)
    }

    /// The id of the message, also its `apns-id`.
    public let id: MessageID
    /// When it was sent, by the sender's clock.
    public let sentAt: Timestamp
    /// When it expires; `nil` only where that is beyond 64 bits, which takes a clock that is not set.
    public let expiresAt: Timestamp?
    /// Who sent it.
    public let sender: Sender
    /// The key it was sealed to.
    public let keyID: KeyID
    /// Whether that key has been replaced by a newer one.
    public let keyIsSuperseded: Bool
    /// Whether it is known that it did not come before.
    public package(set) var replayChecked: Bool
    /// Whether its age could not be judged, because the clock is not set.
    public let clockUnset: Bool
    /// Whether the user wants its content kept off the screen (`ReceiverPolicy.hidesContent`): no failure.
    public let contentIsHidden: Bool
    /// What to show: the inner payload, without the member kept for the format.
    public let payload: PushPayload

    /// The signer, where there is one.
    public var signer: TrustedSigner? {
        guard case .signer(let signer) = sender else { return nil }
        return signer
    }
}

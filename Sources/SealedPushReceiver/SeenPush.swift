// SPDX-License-Identifier: Apache-2.0

/// What is remembered of a push: who signed it, its id, its time.
public struct SeenPush: Hashable, Sendable {
    /// Pushes kept for each trusted signer.
    public static let signerCapacity = 100_000
    /// Pushes kept for all unsigned ones together: a flood of them hurts themselves only.
    public static let unsignedCapacity = 10_000

    /// Whose list it belongs to; `nil` for the one of all unsigned pushes.
    public let signer: SigningKey.Public?
    /// The id of the message.
    public let id: MessageID
    /// When it was sent, as the sender says.
    public let sentAt: Timestamp
    /// From when on it would be refused as stale, so that it may be forgotten.
    public let staleFrom: Timestamp

    /// Takes what is known of a push.
    public init(signer: SigningKey.Public?, id: MessageID, sentAt: Timestamp, staleFrom: Timestamp) {
        self.signer = signer
        self.id = id
        self.sentAt = sentAt
        self.staleFrom = staleFrom
    }
}

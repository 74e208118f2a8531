// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Whom a push goes to: the key it is sealed to, and the way there.
struct Addressee: Sendable {
    let recipient: Recipient
    let route: Route
    /// Whose address it is in the store; `nil` for one that came with the push.
    var contact: String?
    /// Seconds since 1970 when the card was made that the address stands in.
    var cardCreated: UInt64?
    /// Whether the address was known as dead, and is tried all the same.
    var wasDead = false

    /// Whether the holder of a card named its address again after the moment since which a service knows of nobody there.
    static func isRenewed(since: Timestamp, cardCreated: UInt64?) -> Bool {
        cardCreated.map { since.seconds < $0 } ?? false
    }
}

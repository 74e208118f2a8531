// SPDX-License-Identifier: Apache-2.0

/// One sealed push, ready for a provider.
///
/// A retry sends these same bytes again: sealing anew would make another message.
public struct SealedPayload: Sendable {
    /// The outer payload, JSON in UTF-8.
    public let json: [UInt8]
    /// The id of the message, also its `apns-id`.
    public let messageID: MessageID
    /// When it expires: what `apns-expiration` is to say.
    public let expiresAt: Timestamp
    /// What was cut from the body; `nil` when nothing was.
    public let shortened: Shortened?

    let contentRange: Range<Int>

    /// The envelope alone, for a client of APNs that builds the outer payload itself.
    public var encryptedContent: String {
        String(decoding: json[contentRange], as: UTF8.self)
    }
}

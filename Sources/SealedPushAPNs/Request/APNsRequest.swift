// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// One push, ready to go to one device.
public struct APNsRequest: Sendable {
    /// The device token in hex, two digits a byte, of any length.
    public var deviceToken: String
    /// The app's bundle identifier, with the suffix that the push type wants (`APNsPushType.topicSuffix`).
    public var topic: String
    /// What the push is for.
    public var pushType = APNsPushType.alert
    /// How urgent it is.
    public var priority = APNsPriority.immediate
    /// Until when APNs keeps it for a device that is away, to the second; for a sealed push, `SealedPayload.expiresAt`.
    ///
    /// `notStored` for one attempt, `nil` for as long as APNs likes, 30 days at most. A push past it is not sent.
    public var expiration: Timestamp?
    /// Pushes with one collapse id are shown as one; at most 64 bytes.
    public var collapseID: String?
    /// The `apns-id`; for a sealed push, `SealedPayload.messageID`.
    public var id: MessageID
    /// The payload, JSON in UTF-8: at most 4,096 bytes, 5,120 for `APNsPushType.voip`.
    public var payload: [UInt8]

    /// The expiration of a push that APNs is to try once and not to keep.
    public static let notStored = Timestamp(milliseconds: 0)
    /// Bytes that a collapse id may have, says APNs.
    public static let maximumCollapseIDLength = 64

    /// Takes what has no default.
    public init(deviceToken: String, topic: String, payload: [UInt8], id: MessageID = MessageID()) {
        self.deviceToken = deviceToken
        self.topic = topic
        self.payload = payload
        self.id = id
    }
}

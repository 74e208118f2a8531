// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// APNs has taken a push; whether and when the device shows it nobody tells.
public struct APNsReceipt: Hashable, Sendable {
    /// The `apns-id`, that of the request.
    public let id: MessageID
    /// What the push is found by in Apple's console; the development environment alone gives one.
    public let uniqueID: String?
    /// How often it was sent, this time included.
    public let attempts: Int
}

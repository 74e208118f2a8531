// SPDX-License-Identifier: Apache-2.0

/// A push as it comes from the provider.
public struct RemotePush: Sendable {
    /// The payload, JSON in UTF-8.
    public let payload: [UInt8]
    /// What `apns-collapse-id` said, or an id that the host makes.
    public let identifier: String
    /// What tells this push from all others, where its provider may bring it twice; a device takes one of a key once.
    public let redeliveryKey: String?

    /// A push of a provider; without a redelivery key it is one that is brought once.
    public init(payload: some Sequence<UInt8>, identifier: String, redeliveryKey: String? = nil) {
        self.payload = [UInt8](payload)
        self.identifier = identifier
        self.redeliveryKey = redeliveryKey
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A push as it comes from the provider.
public struct RemotePush: Sendable {
    /// The payload, JSON in UTF-8.
    public let payload: [UInt8]
    /// What `apns-collapse-id` said, or an id that the host makes.
    public let identifier: String

    public init(payload: some Sequence<UInt8>, identifier: String) {
        self.payload = [UInt8](payload)
        self.identifier = identifier
    }
}

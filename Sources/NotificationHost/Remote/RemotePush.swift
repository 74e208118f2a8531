// SPDX-License-Identifier: Apache-2.0

/// A push as it comes from the provider.
package struct RemotePush: Sendable {
    /// The payload, JSON in UTF-8.
    package let payload: [UInt8]
    /// What `apns-collapse-id` said, or an id that the host makes.
    package let identifier: String

    package init(payload: some Sequence<UInt8>, identifier: String) {
        self.payload = [UInt8](payload)
        self.identifier = identifier
    }
}

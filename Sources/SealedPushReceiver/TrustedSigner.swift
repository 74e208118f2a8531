// SPDX-License-Identifier: Apache-2.0

/// Someone whose signed messages the receiver believes.
public struct TrustedSigner: Hashable, Sendable {
    /// The key that verifies.
    public let key: SigningKey.Public
    /// The local name of the contact, where it has one.
    public let name: String?
    /// From when on it is no longer believed; `nil` for a current key.
    public let usableUntil: Timestamp?

    /// Takes a key and what is known about it.
    public init(_ key: SigningKey.Public, name: String? = nil, usableUntil: Timestamp? = nil) {
        self.key = key
        self.name = name
        self.usableUntil = usableUntil
    }
}

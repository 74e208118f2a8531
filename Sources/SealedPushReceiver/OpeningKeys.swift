// SPDX-License-Identifier: Apache-2.0

/// What a store answers when it is asked for the keys of one id.
public struct OpeningKeys: Sendable {
    /// The keys that can be tried, in any order.
    public let keys: [OpeningKey]
    /// Whether a key of that id was retired or revoked: tells `retiredKey` from `unknownKey`.
    public let hasRetired: Bool

    /// Takes the keys, and whether another of that id is gone.
    public init(_ keys: [OpeningKey], hasRetired: Bool = false) {
        self.keys = keys
        self.hasRetired = hasRetired
    }
}

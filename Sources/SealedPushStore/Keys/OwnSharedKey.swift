// SPDX-License-Identifier: Apache-2.0

/// One of this store's shared keys, as it was when it was asked for.
public struct OwnSharedKey: Sendable {
    /// The local name.
    public let name: String
    /// The current key: seals and opens.
    public let key: SharedKey
    /// When the current key was made or imported.
    public let created: Timestamp
}

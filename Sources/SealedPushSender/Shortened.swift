// SPDX-License-Identifier: Apache-2.0

/// What shortening took from a body.
public struct Shortened: Hashable, Sendable {
    /// UTF-8 bytes the body had.
    public let bodyBytes: Int
    /// UTF-8 bytes that were kept, the "…" not counted.
    public let keptBytes: Int

    /// A body that was only spelled shorter has lost nothing.
    var isCut: Bool { keptBytes < bodyBytes }
}

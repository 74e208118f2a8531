// SPDX-License-Identifier: Apache-2.0

/// A value as SQLite keeps it; secrets never take this way.
package enum DatabaseValue: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null
}

extension DatabaseValue {
    /// A moment by our own clock, which stays far below 2^63 ms.
    static func time(_ time: Timestamp) -> Self { .integer(Int64(clamping: time.milliseconds)) }

    static func time(_ time: Timestamp?) -> Self { time.map(Self.time) ?? .null }

    /// A number of 64 bits that a sender chose: eight bytes, most significant first, so that their order is its order.
    static func unsigned(_ time: Timestamp) -> Self { .blob(time.milliseconds.bigEndianBytes) }

    package static func text(_ text: String?) -> Self { text.map(Self.text) ?? .null }

    package static func blob(_ bytes: [UInt8]?) -> Self { bytes.map(Self.blob) ?? .null }

    package static func integer(_ number: Int64?) -> Self { number.map(Self.integer) ?? .null }
}

// SPDX-License-Identifier: Apache-2.0

/// The first 8 bytes of a key's fingerprint: a hint as to which key to try, not a name.
///
/// Two keys with one id take minutes to make, so whoever looks one up tries every candidate.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
    /// The id as a number, most significant byte first on the wire.
    public let value: UInt64

    /// Takes the id as a number.
    public init(_ value: UInt64) { self.value = value }

    /// 16 hex digits.
    public var description: String { Hex.string(value.bigEndianBytes) }
}

// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The number as bytes, most significant first, the order of the wire format.
    package var bigEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 - $0 * 8)) }
    }

    /// Reads a number, most significant byte first; the bytes are exactly as many as the type has.
    package init(bigEndianBytes bytes: some Collection<UInt8>) {
        precondition(bytes.count == Self.bitWidth / 8, "sizes fixed by the callers")
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The checksum of PNG's chunks (ISO 3309).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ value >> 1 }
    }

    /// The checksum of a part of a file; `nil` where the file ends before.
    static func checksum(of file: AttachmentFile, in range: Range<Int>) -> UInt32? {
        let table = table
        var value = UInt32.max
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let piece = file.piece(at: offset, count: range.upperBound - offset) else { return nil }
            for byte in piece { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
            offset += piece.count
        }
        return ~value
    }
}

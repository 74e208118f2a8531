// SPDX-License-Identifier: Apache-2.0

/// The structure of a PNG file: every chunk from IHDR to IEND, with its length and checksum.
enum PNGCheck {
    /// The largest length the format has.
    private static let maximumLength = 0x7fff_ffff

    /// What is wrong, in words; `nil` when nothing is.
    ///
    /// What follows IEND is nobody's concern.
    static func fault(of file: AttachmentFile) -> String? {
        var offset = 8
        var isFirst = true
        var hasData = false
        for _ in 0..<AttachmentCheck.partLimit {
            guard let length = file.bigEndian(at: offset, count: 4), let name = file.bytes(at: offset + 4, count: 4)
            else { return "it ends before IEND" }
            // No sum overflows: the offset is within the file, and the length has 32 bits.
            guard length <= maximumLength, offset + 12 + length <= file.size else { return "it ends inside a chunk" }
            guard let sum = CRC32.checksum(of: file, in: offset + 4..<offset + 8 + length),
                file.bigEndian(at: offset + 8 + length, count: 4) == Int(sum)
            else { return "the checksum of a chunk is wrong" }
            let kind = String(decoding: name, as: UTF8.self)
            if isFirst {
                guard kind == "IHDR", length == 13, file.bigEndian(at: offset + 8, count: 4) != 0,
                    file.bigEndian(at: offset + 12, count: 4) != 0
                else { return "it does not begin with the size of a picture" }
            }
            if kind == "IDAT" { hasData = true }
            if kind == "IEND" { return hasData ? nil : "there is no picture in it" }
            isFirst = false
            offset += 12 + length
        }
        return AttachmentCheck.tooManyParts
    }
}

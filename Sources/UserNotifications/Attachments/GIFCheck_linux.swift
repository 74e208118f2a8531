// SPDX-License-Identifier: Apache-2.0

/// The structure of a GIF file: every block to the trailer, at least one picture.
enum GIFCheck {
    private static let extensionBlock: UInt8 = 0x21
    private static let image: UInt8 = 0x2c
    private static let trailer: UInt8 = 0x3b

    /// What is wrong, in words; `nil` when nothing is.
    ///
    /// What follows the trailer is nobody's concern.
    static func fault(of file: AttachmentFile) -> String? {
        guard let packed = file[10], file.bytes(at: 6, count: 7) != nil else { return "it ends inside its header" }
        var offset = 13 + tableLength(packed)
        var hasImage = false
        for _ in 0..<AttachmentCheck.partLimit {
            guard let block = file[offset] else { return "it ends before its trailer" }
            switch block {
            case trailer: return hasImage ? nil : "there is no picture in it"
            case extensionBlock: offset += 2
            case image:
                guard let packed = file[offset + 9] else { return "it ends inside a picture" }
                hasImage = true
                // The descriptor, the table, the size of the first code.
                offset += 10 + tableLength(packed) + 1
            default: return "there is a block that cannot be there"
            }
            guard let end = endOfSubBlocks(in: file, from: offset) else { return "it ends inside a block" }
            offset = end
        }
        return AttachmentCheck.tooManyParts
    }

    /// Bytes of the colour table that a packed field tells of.
    private static func tableLength(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

    private static func endOfSubBlocks(in file: AttachmentFile, from start: Int) -> Int? {
        var offset = start
        while let length = file[offset] {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        return nil
    }
}

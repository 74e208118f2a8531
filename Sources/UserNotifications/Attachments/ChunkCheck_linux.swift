// SPDX-License-Identifier: Apache-2.0

/// The structure of a file of chunks: RIFF (WAVE, AVI) or FORM (AIFF).
enum ChunkCheck {
    enum Order {
        case bigEndian
        case littleEndian
    }

    /// What a program writes that does not know yet how much will come.
    private static let unknownLength = 0xffff_ffff

    /// What is wrong, in words; `nil` when nothing is.
    ///
    /// - Parameter needed: Names of chunks, of lists those of what is in them.
    static func fault(of file: AttachmentFile, order: Order, needed: Set<String>) -> String? {
        guard let length = number(file, at: 4, order), file.size >= 12 else { return "it ends inside its header" }
        guard length == unknownLength || length + 8 <= file.size else { return "it is shorter than it says" }
        let end = min(file.size, 8 + length)
        var missing = needed
        var offset = 12
        var count = 0
        while offset + 8 <= end {
            count += 1
            guard count <= AttachmentCheck.partLimit else { return AttachmentCheck.tooManyParts }
            guard let name = file.bytes(at: offset, count: 4), let length = number(file, at: offset + 4, order) else {
                return "it cannot be read"
            }
            if name == [UInt8]("LIST".utf8), let list = file.bytes(at: offset + 8, count: 4) {
                missing.remove(String(decoding: list, as: UTF8.self))
            } else {
                missing.remove(String(decoding: name, as: UTF8.self))
            }
            if length == unknownLength { break }
            guard offset + 8 + length <= end else { return "it ends inside a chunk" }
            // The next one is at an even place.
            offset += 8 + length + length % 2
        }
        return missing.isEmpty ? nil : "a part is missing that no such file is without"
    }

    private static func number(_ file: AttachmentFile, at offset: Int, _ order: Order) -> Int? {
        switch order {
        case .bigEndian: file.bigEndian(at: offset, count: 4)
        case .littleEndian: file.littleEndian(at: offset, count: 4)
        }
    }
}

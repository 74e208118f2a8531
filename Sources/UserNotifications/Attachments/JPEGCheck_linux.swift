// SPDX-License-Identifier: Apache-2.0

/// The structure of a JPEG file: every marker from SOI to EOI, a frame before the first scan.
enum JPEGCheck {
    private enum Marker {
        static let temporary: UInt8 = 0x01
        static let restart: ClosedRange<UInt8> = 0xd0...0xd7
        static let endOfImage: UInt8 = 0xd9
        static let startOfScan: UInt8 = 0xda
        /// C0 to CF but for tables and what is reserved.
        static func isFrame(_ marker: UInt8) -> Bool {
            (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
        }
    }

    /// What is wrong, in words; `nil` when nothing is.
    ///
    /// What follows the end of the image is nobody's concern.
    static func fault(of file: AttachmentFile) -> String? {
        var offset = 2
        var hasFrame = false
        var hasScan = false
        for _ in 0..<AttachmentCheck.partLimit {
            guard let first = file[offset] else { return "it ends before the end of the image" }
            guard first == 0xff else { return "there is no marker where one must be" }
            // Any number of these may stand before a marker.
            while file[offset + 1] == 0xff { offset += 1 }
            guard let marker = file[offset + 1] else { return "it ends before the end of the image" }
            offset += 2
            if marker == Marker.endOfImage { return hasScan ? nil : "there is no picture in it" }
            if marker == Marker.temporary || Marker.restart.contains(marker) { continue }
            guard marker >= 0xc0, marker != 0xd8 else { return "there is a marker that cannot be there" }
            guard let length = file.bigEndian(at: offset, count: 2), length >= 2, offset + length <= file.size else {
                return "it ends inside a segment"
            }
            if Marker.isFrame(marker) {
                guard length >= 8, file.bigEndian(at: offset + 5, count: 2) != 0, file[offset + 7] != 0 else {
                    return "it does not say the size of the picture"
                }
                hasFrame = true
            }
            offset += length
            guard marker == Marker.startOfScan else { continue }
            guard hasFrame else { return "a scan comes before its frame" }
            hasScan = true
            guard let end = endOfScan(in: file, from: offset) else { return "it ends inside the picture" }
            offset = end
        }
        return AttachmentCheck.tooManyParts
    }

    /// Where the next marker is that is none of those that stand inside a scan.
    private static func endOfScan(in file: AttachmentFile, from start: Int) -> Int? {
        var offset = start
        while let piece = file.piece(at: offset, count: file.size - offset) {
            guard let place = piece.firstIndex(of: 0xff) else {
                offset += piece.count
                continue
            }
            offset += place - piece.startIndex
            guard let next = file[offset + 1] else { return nil }
            if next != 0, !Marker.restart.contains(next) { return offset }
            offset += 2
        }
        return nil
    }
}

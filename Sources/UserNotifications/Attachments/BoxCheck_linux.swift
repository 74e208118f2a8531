// SPDX-License-Identifier: Apache-2.0

/// The structure of an MPEG-4 file: its outermost boxes, the one that describes the tracks among them.
enum BoxCheck {
    /// What is wrong, in words; `nil` when nothing is.
    static func fault(of file: AttachmentFile) -> String? {
        var offset = 0
        var hasTracks = false
        var count = 0
        while offset < file.size {
            count += 1
            guard count <= AttachmentCheck.partLimit else { return AttachmentCheck.tooManyParts }
            guard var length = file.bigEndian(at: offset, count: 4), let name = file.bytes(at: offset + 4, count: 4)
            else { return "it ends inside a box" }
            var headerLength = 8
            if length == 0 {
                // To the end of the file.
                length = file.size - offset
            } else if length == 1 {
                // The upper byte of eight is left out: no file is that long, so it must be 0.
                guard file[offset + 8] == 0, let long = file.bigEndian(at: offset + 9, count: 7) else {
                    return "it ends inside a box"
                }
                length = long
                headerLength = 16
            }
            guard length >= headerLength else { return "a box is too short" }
            guard length <= file.size - offset else { return "it ends inside a box" }
            if name == [UInt8]("moov".utf8) { hasTracks = true }
            offset += length
        }
        return hasTracks ? nil : "it does not say what tracks it has"
    }
}

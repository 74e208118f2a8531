// SPDX-License-Identifier: Apache-2.0

/// The beginning of an MPEG-1 or MPEG-2 file: the header of its first pack or sequence.
enum MPEGCheck {
    private static let pack: UInt8 = 0xba

    /// What is wrong, in words; `nil` when nothing is.
    static func fault(of file: AttachmentFile) -> String? {
        guard file[3] == pack else { return faultOfSequence(file) }
        guard let mark = file[4] else { return "it ends inside its first pack" }
        let length: Int
        if mark & 0xf0 == 0x20 {
            length = 12
        } else if mark & 0xc0 == 0x40, let stuffing = file[13] {
            length = 14 + Int(stuffing & 7)
        } else {
            return "its first pack has no time"
        }
        return file.bytes(at: length, count: 3) == [0, 0, 1] ? nil : "nothing follows its first pack"
    }

    private static func faultOfSequence(_ file: AttachmentFile) -> String? {
        guard let size = file.bigEndian(at: 4, count: 3), file[11] != nil else { return "it ends inside its header" }
        return size >> 12 != 0 && size & 0xfff != 0 ? nil : "it does not say the size of the picture"
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Whether a file is what its type says, in Apple's order: type, size, damage.
package enum AttachmentCheck {
    /// How many parts one after another a file may have: boxes, chunks, segments or blocks.
    ///
    /// Each costs time, and the smallest have eight bytes: a movie of nothing else would be looked at for many seconds. Real
    /// files have some dozens, and one written in fragments some thousands.
    static let partLimit = 65_536
    /// What is wrong with a file that has more.
    static let tooManyParts = "it has more than \(partLimit) parts"

    /// - Parameter name: What the file is called in errors.
    /// - Throws: `attachmentUnrecognizedType`, `attachmentInvalidFileSize` or `attachmentCorrupt`.
    package static func check(_ file: AttachmentFile, name: String, type: AttachmentType) throws(UNError) {
        let head = file.bytes(at: 0, count: min(file.size, AttachmentType.headLength)) ?? []
        guard type.fits(head) else {
            let found = AttachmentType(head)
            throw UNError(
                .attachmentUnrecognizedType,
                "\(name) is not \(type.rawValue), "
                    + (found.map { "it looks like \($0.rawValue): give that as the type hint" }
                        ?? "nor any other type that can be attached")
            )
        }
        let kind = type.kind
        guard file.size <= kind.limit else {
            throw UNError(
                .attachmentInvalidFileSize,
                "\(name) has \(file.size) bytes, and \(kind.name) may have \(kind.limit): attach a smaller file"
            )
        }
        if let fault = fault(of: file, type: type) {
            throw UNError(.attachmentCorrupt, "\(name) is damaged: \(fault)")
        }
    }

    /// What is wrong with a file's structure, in words; `nil` when nothing is.
    private static func fault(of file: AttachmentFile, type: AttachmentType) -> String? {
        switch type {
        case .png: PNGCheck.fault(of: file)
        case .jpeg: JPEGCheck.fault(of: file)
        case .gif: GIFCheck.fault(of: file)
        case .aiff: ChunkCheck.fault(of: file, order: .bigEndian, needed: ["COMM", "SSND"])
        case .wave: ChunkCheck.fault(of: file, order: .littleEndian, needed: ["fmt ", "data"])
        case .avi: ChunkCheck.fault(of: file, order: .littleEndian, needed: ["hdrl", "movi"])
        case .mp3: MP3Check.fault(of: file)
        case .mpeg4, .mpeg4Audio: BoxCheck.fault(of: file)
        case .mpeg, .mpeg2: MPEGCheck.fault(of: file)
        }
    }
}

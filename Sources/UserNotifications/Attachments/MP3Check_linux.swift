// SPDX-License-Identifier: Apache-2.0

/// The beginning of an MP3 file: a tag, if there is one, then two frames, one right after the other.
enum MP3Check {
    /// How far behind the tag the first frame may be: some writers leave room there.
    private static let searchLength = 65_536

    /// What is wrong, in words; `nil` when nothing is.
    static func fault(of file: AttachmentFile) -> String? {
        var start = 0
        if file.bytes(at: 0, count: 3) == [UInt8]("ID3".utf8) {
            guard let flags = file[5], let size = file.bytes(at: 6, count: 4), size.allSatisfy({ $0 < 0x80 }) else {
                return "its tag has no length"
            }
            // Four times seven bits; a footer is as long as the header.
            start = 10 + size.reduce(0) { $0 << 7 | Int($1) } + (flags & 0x10 == 0 ? 0 : 10)
        }
        guard start < file.size else { return "it ends inside its tag" }
        for offset in start..<min(start + searchLength, file.size) where file[offset] == 0xff {
            guard let length = frameLength(file, at: offset) else { continue }
            let next = offset + length
            // The only frame, or one that another follows.
            if next == file.size || frameLength(file, at: next) != nil { return nil }
        }
        return "there is no sound in it"
    }

    private static let bitRates: [Int] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let lowBitRates: [Int] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    private static let sampleRates: [Int] = [44_100, 48_000, 32_000]

    /// Bytes of the frame there; `nil` where there is none of layer III.
    private static func frameLength(_ file: AttachmentFile, at offset: Int) -> Int? {
        guard let header = file.bytes(at: offset, count: 3), header[0] == 0xff, header[1] & 0xe6 == 0xe2 else {
            return nil
        }
        let version = header[1] >> 3 & 3
        let bitRate = Int(header[2] >> 4)
        let sampleRate = Int(header[2] >> 2 & 3)
        guard version != 1, bitRate != 0, bitRate != 15, sampleRate != 3 else { return nil }
        let padding = Int(header[2] >> 1 & 1)
        // Version 1 has twice the samples in a frame; 2 and 2.5 have half and a quarter of its sample rates.
        if version == 3 { return 144_000 * bitRates[bitRate] / sampleRates[sampleRate] + padding }
        return 72_000 * lowBitRates[bitRate] / (sampleRates[sampleRate] / (version == 2 ? 2 : 4)) + padding
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The types of files that can be attached, told apart by how they begin: a server's word and a URL's end count for nothing.
enum MediaFormat: String, CaseIterable, Sendable {
    case aiff = "public.aiff-audio"
    case wave = "com.microsoft.waveform-audio"
    case mp3 = "public.mp3"
    case mpeg4Audio = "public.mpeg-4-audio"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case png = "public.png"
    case mpeg = "public.mpeg"
    case mpeg2 = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// Takes the first bytes of a file; `nil` for one that cannot be attached.
    init?(head: [UInt8]) {
        guard let found = Self.signatures.first(where: { Self.fits(head, $0.1) }) else { return nil }
        self = found.0
    }

    /// Bytes that such a file may have: what the system takes as an attachment.
    var limit: Int {
        switch self {
        case .jpeg, .gif, .png: 10 * 1024 * 1024
        case .aiff, .wave, .mp3, .mpeg4Audio: 5 * 1024 * 1024
        case .mpeg, .mpeg2, .mpeg4, .avi: MediaLimits.length
        }
    }

    /// What the name of such a file ends with.
    var suffix: String {
        switch self {
        case .aiff: "aiff"
        case .wave: "wav"
        case .mp3: "mp3"
        case .mpeg4Audio: "m4a"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .png: "png"
        case .mpeg: "mpg"
        case .mpeg2: "m2v"
        case .mpeg4: "mp4"
        case .avi: "avi"
        }
    }

    /// The first that fits decides; `?` stands for any byte.
    private static let signatures: [(MediaFormat, [UInt8])] =
        [
            (.png, [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]), (.jpeg, [0xff, 0xd8, 0xff]),
            (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)),
            (.aiff, Array("FORM????AIFF".utf8)), (.aiff, Array("FORM????AIFC".utf8)),
            (.wave, Array("RIFF????WAVE".utf8)), (.avi, Array("RIFF????AVI ".utf8)),
            (.mpeg4Audio, Array("????ftypM4A".utf8)), (.mpeg4Audio, Array("????ftypM4B".utf8)),
            (.mpeg2, [0, 0, 1, 0xba, 0x44]), (.mpeg, [0, 0, 1, 0xba]), (.mpeg, [0, 0, 1, 0xb3]),
            (.mp3, Array("ID3".utf8)),
        ]
        // How the brands of movies begin; QuickTime's, and those of pictures in the same container, are not among them.
        + ["iso", "mp4", "avc1", "M4V", "MSNV", "dash", "mmp4"].map { (.mpeg4, Array("????ftyp\($0)".utf8)) }
        // Frames of layer III: versions 1, 2 and 2.5, with and without a checksum.
        + [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].map { (.mp3, [0xff, $0]) }

    private static func fits(_ head: [UInt8], _ signature: [UInt8]) -> Bool {
        head.count >= signature.count
            && zip(head, signature).allSatisfy { $0 == $1 || $1 == UInt8(ascii: "?") }
    }
}

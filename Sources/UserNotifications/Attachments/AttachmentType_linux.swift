// SPDX-License-Identifier: Apache-2.0

/// The types of files that can be attached, Apple's list; the raw value is the uniform type identifier.
package enum AttachmentType: String, CaseIterable, Sendable {
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

    /// The type that a file's suffix stands for, in capitals or not.
    package init?(suffix: String) {
        let suffix = suffix.lowercased()
        guard let type = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else { return nil }
        self = type
    }

    package var kind: AttachmentKind {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: .audio
        case .jpeg, .gif, .png: .image
        case .mpeg, .mpeg2, .mpeg4, .avi: .movie
        }
    }

    /// What the names of such files end with; the usual one first.
    package var suffixes: [String] {
        switch self {
        case .aiff: ["aiff", "aif", "aifc"]
        case .wave: ["wav", "wave", "bwf"]
        case .mp3: ["mp3", "mpga"]
        case .mpeg4Audio: ["m4a"]
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .gif: ["gif"]
        case .png: ["png"]
        case .mpeg: ["mpg", "mpeg", "mpe", "m1v"]
        case .mpeg2: ["m2v", "mpg2"]
        case .mpeg4: ["mp4", "mpg4"]
        case .avi: ["avi"]
        }
    }

    // MARK: Content

    /// How many bytes tell what a file is.
    static let headLength = 12

    /// Whether a file can be of this type by its first bytes; a shorter one by those it has.
    func fits(_ head: [UInt8]) -> Bool {
        signatures.contains { signature in
            zip(signature, head).allSatisfy { expected, byte in expected == nil || expected == byte }
        }
    }

    /// The type that a file's first bytes tell for sure; `nil` where they are none's, or too few.
    init?(_ head: [UInt8]) {
        guard let found = Self.allCases.first(where: { $0.fitsWhole(head) }) else { return nil }
        // A sound says so in its brand; else it is a movie.
        let isSound = ["M4A", "M4B"].contains { head.dropFirst(8).starts(with: $0.utf8) }
        self = found == .mpeg4Audio && !isSound ? .mpeg4 : found
    }

    private func fitsWhole(_ head: [UInt8]) -> Bool {
        signatures.contains { signature in
            signature.count <= head.count
                && zip(signature, head).allSatisfy { expected, byte in expected == nil || expected == byte }
        }
    }

    /// What files of this type begin with; `nil` for any byte.
    private var signatures: [[UInt8?]] {
        switch self {
        case .aiff: ["FORM????AIFF", "FORM????AIFC"].map(Self.signature)
        case .wave: [Self.signature("RIFF????WAVE")]
        case .mp3:
            // A tag, or the first frame of layer III: versions 1, 2 and 2.5, with and without a checksum.
            [Self.signature("ID3")] + [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].map { [0xff, $0] }
        case .jpeg: [[0xff, 0xd8, 0xff]]
        case .gif: ["GIF87a", "GIF89a"].map(Self.signature)
        case .png: [[0x89] + Self.signature("PNG\r\n") + [0x1a, 0x0a]]
        // A program stream, or a video stream without one.
        case .mpeg, .mpeg2: [[0, 0, 1, 0xba], [0, 0, 1, 0xb3]]
        case .mpeg4, .mpeg4Audio: Self.brands.map { Self.signature("????ftyp\($0)") }
        case .avi: [Self.signature("RIFF????AVI ")]
        }
    }

    /// How the brands of MPEG-4 files begin; QuickTime's, and those of pictures in the same container, are not among them.
    private static let brands = ["iso", "mp4", "avc1", "M4A", "M4B", "M4V", "MSNV", "dash", "mmp4"]

    private static func signature(_ text: String) -> [UInt8?] {
        text.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file of `Tests/Fixtures/media/samples`, made by another program.
struct Sample: Sendable, CustomStringConvertible {
    /// What the system calls a kind of attachment, with the bytes it may have.
    enum Kind: Int {
        case image = 10_485_760
        case audio = 5_242_880
        case movie = 52_428_800
    }

    let file: String
    let type: String
    let kind: Kind

    var description: String { file }

    /// One of every type that can be attached, and a second of some.
    static let all = [
        Sample(file: "image.png", type: "public.png", kind: .image),
        Sample(file: "image.jpg", type: "public.jpeg", kind: .image),
        Sample(file: "progressive.jpg", type: "public.jpeg", kind: .image),
        Sample(file: "image.gif", type: "com.compuserve.gif", kind: .image),
        Sample(file: "sound.aiff", type: "public.aiff-audio", kind: .audio),
        Sample(file: "sound.wav", type: "com.microsoft.waveform-audio", kind: .audio),
        Sample(file: "sound.mp3", type: "public.mp3", kind: .audio),
        Sample(file: "sound.m4a", type: "public.mpeg-4-audio", kind: .audio),
        Sample(file: "movie.mpg", type: "public.mpeg", kind: .movie),
        Sample(file: "movie-2.mpg", type: "public.mpeg", kind: .movie),
        Sample(file: "movie.m2v", type: "public.mpeg-2-video", kind: .movie),
        Sample(file: "movie.mp4", type: "public.mpeg-4", kind: .movie),
        Sample(file: "movie.avi", type: "public.avi", kind: .movie),
    ]

    static let images = all.filter { $0.kind == .image }
    static let png = all[0]

    /// The bytes of a file, of these or another one there.
    static func bytes(_ file: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "Fixtures/media/samples/\(file)")))
    }

    var bytes: [UInt8] { get throws { try Self.bytes(file) } }
}

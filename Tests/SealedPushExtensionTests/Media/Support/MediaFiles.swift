// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The files of `Tests/Fixtures/media`.
enum MediaFiles {
    static let folder = TestFiles.tests.appending(path: "Fixtures/media")

    /// Each type that can be attached, with a file of it.
    static let types = [
        "image.png": "public.png", "image.jpg": "public.jpeg", "progressive.jpg": "public.jpeg",
        "image.gif": "com.compuserve.gif", "sound.aiff": "public.aiff-audio",
        "sound.wav": "com.microsoft.waveform-audio", "sound.mp3": "public.mp3", "sound.m4a": "public.mpeg-4-audio",
        "movie.mpg": "public.mpeg", "movie-2.mpg": "public.mpeg-2-video", "movie.m2v": "public.mpeg",
        "movie.mp4": "public.mpeg-4", "movie.avi": "public.avi",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: "samples/\(name)")))
    }

    /// The bytes of a file, which goes.
    static func take(_ url: URL) throws -> [UInt8] {
        defer { try? FileManager.default.removeItem(at: url) }
        return [UInt8](try Data(contentsOf: url))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("The type of an attachment")
struct AttachmentTypeTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let spellings: [(String, [String])] = [
        ("image.png", ["png", "PNG"]), ("image.jpg", ["jpg", "jpeg", "JPEG"]), ("image.gif", ["gif", "Gif"]),
        ("sound.aiff", ["aiff", "aif"]), ("sound.wav", ["wav", "WAV"]), ("sound.mp3", ["mp3"]),
        ("sound.m4a", ["m4a"]), ("movie.mpg", ["mpg", "mpeg"]), ("movie.m2v", ["m2v"]), ("movie.mp4", ["mp4"]),
        ("movie.avi", ["avi"]),
    ]

    // rows: S3-11, S3-13
    @Test("comes from the suffix, in capitals or not", arguments: spellings)
    func suffixes(file: String, suffixes: [String]) throws {
        let sample = try #require(Sample.all.first { $0.file == file })
        for suffix in suffixes {
            let url = try folder.file("a.b.\(suffix)", try sample.bytes)
            #expect(try attach(url).type == sample.type)
        }
    }

    // rows: S3-11
    @Test("comes from a hint where the suffix is missing, unknown or wrong", arguments: Sample.all)
    func hints(sample: Sample) throws {
        let wrong = sample.kind == .image ? "file.wav" : "file.png"
        for name in ["file", "file.txt", ".png", "file.", "file.image", wrong] {
            let url = try folder.file(name, try sample.bytes)
            expectRefusal(.attachmentUnrecognizedType, url)
            #expect(try attach(url, hint: sample.type).type == sample.type)
        }
    }

    /// Types that cannot be told apart by how a file begins.
    private static let alike: [Set<String>] = [
        ["public.mpeg", "public.mpeg-2-video"], ["public.mpeg-4", "public.mpeg-4-audio"],
    ]

    @Test("must be that of the content, whoever says it", arguments: Sample.all)
    func content(sample: Sample) throws {
        let url = try folder.file(sample.file, try sample.bytes)
        for other in Sample.all where other.type != sample.type {
            if Self.alike.contains(where: { $0.isSuperset(of: [sample.type, other.type]) }) {
                #expect(try attach(url, hint: other.type).type == other.type)
            } else {
                expectRefusal(.attachmentUnrecognizedType, url, hint: other.type)
            }
        }
    }

    @Test("is none of those that cannot be attached", arguments: ["movie.mov", "movie.mp4", "movie", "movie.txt"])
    func quickTime(name: String) throws {
        let url = try folder.file(name, try Sample.bytes("movie.mov"))
        expectRefusal(.attachmentUnrecognizedType, url)
        expectRefusal(.attachmentUnrecognizedType, url, hint: "com.apple.quicktime-movie")
        expectRefusal(.attachmentUnrecognizedType, url, hint: "public.mpeg-4")
    }

    @Test("is not taken from a hint that names none")
    func noType() throws {
        let url = try folder.file("image.png", try Sample.png.bytes)
        for hint in ["", "png", "image/png", "public.image", "PUBLIC.PNG", "public.heic"] {
            expectRefusal(.attachmentUnrecognizedType, url, hint: hint)
        }
        expectRefusal(.attachmentUnrecognizedType, url, hint: 7)
    }

    @Test("that a picture in the container of movies has is none", arguments: ["heic", "avif", "mif1"])
    func pictures(brand: String) throws {
        let bytes = [0, 0, 0, 16] + [UInt8]("ftyp\(brand)".utf8) + [0, 0, 0, 0]
        expectRefusal(.attachmentUnrecognizedType, try folder.file("image.mp4", bytes))
    }

    @Test("decides before the size does, and the size before damage")
    func order() throws {
        let text = try folder.file("image.png", "no picture".utf8, length: 10_485_761)
        expectRefusal(.attachmentUnrecognizedType, text)
        let large = try folder.file("image.png", try Sample.png.bytes.prefix(20), length: 10_485_761)
        expectRefusal(.attachmentInvalidFileSize, large)
        expectRefusal(.attachmentCorrupt, try folder.file("image.png", try Sample.png.bytes.prefix(20)))
    }

    #if os(Linux)
    @Test("is named in the refusal, with what the file looks like")
    func text() throws {
        let url = try folder.file("photo\u{1b}[2J\u{202e}.png", try Sample.bytes("image.jpg"))
        do {
            _ = try attach(url)
            Issue.record("a JPEG was taken for a PNG")
        } catch let error as UNError {
            #expect(
                error.description
                    == "photo?[2J?.png is not public.png, it looks like public.jpeg: give that as the type hint"
            )
        }
    }

    private static let unknown: [(String, [UInt8])] = [
        ("a letter", [UInt8]("x".utf8)), ("a text", [UInt8]("hello world, this is text".utf8)),
        ("half a signature", [0, 0, 0, 16] + [UInt8]("fty".utf8)), ("a page", [UInt8]("<html>".utf8)),
    ]

    @Test("is not guessed from what could be the beginning of anything", arguments: unknown.indices)
    func noGuess(number: Int) throws {
        let url = try folder.file("photo.png", Self.unknown[number].1)
        #expect(
            refusal(of: url) == "photo.png is not public.png, nor any other type that can be attached",
            "\(Self.unknown[number].0)"
        )
    }

    @Test("that a refusal gives as the hint is one that the file is taken with", arguments: Sample.all)
    func hintThatHelps(sample: Sample) throws {
        let url = try folder.file(sample.kind == .image ? "file.wav" : "file.png", try sample.bytes)
        let text = try #require(refusal(of: url))
        let hint = try #require(Sample.all.map(\.type).first { text.contains("it looks like \($0): give") })
        #expect(try attach(url, hint: hint).type == hint)
        // A film is never taken for a sound: that may only have a tenth of its size.
        #expect(hint == sample.type || (sample.type.contains("mpeg") && hint == "public.mpeg"), "\(text)")
    }

    private func refusal(of url: URL) -> String? {
        do {
            _ = try attach(url)
            return nil
        } catch {
            return "\(error)"
        }
    }
    #endif
}

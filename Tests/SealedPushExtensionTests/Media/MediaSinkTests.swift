// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushExtension

@Suite("What takes the bytes of media")
struct MediaSinkTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func sink(until time: Duration = .seconds(600), isOpen: Bool = true) throws -> MediaSink {
        MediaSink(
            file: try MediaFile(in: directory.url),
            digest: nil,
            deadline: .now + time,
            isOpen: { isOpen }
        )
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.url.path)) ?? [] }

    private static let limits = [
        ("image.png", 10_485_760), ("image.jpg", 10_485_760), ("image.gif", 10_485_760), ("sound.mp3", 5_242_880),
        ("sound.wav", 5_242_880), ("sound.aiff", 5_242_880), ("sound.m4a", 5_242_880), ("movie.mpg", 52_428_800),
        ("movie.m2v", 52_428_800), ("movie.mp4", 52_428_800), ("movie.avi", 52_428_800),
    ]

    // rows: S3-12
    @Test("takes what its kind may have, and not a byte more", arguments: limits)
    func limit(name: String, limit: Int) throws {
        let sink = try sink()
        let head = try MediaFiles.bytes(name)
        try sink.write(head)
        let piece = [UInt8](repeating: 0, count: 65_536)
        var left = limit - head.count
        while left > 0 {
            try sink.write([UInt8](piece.prefix(left)))
            left -= min(left, piece.count)
        }
        #expect { try sink.write([0]) } throws: { MediaError.Code.tooLarge ~= $0 }
        let size = try FileManager.default.attributesOfItem(atPath: sink.file.url.path)[.size] as? Int
        #expect(size == limit)
    }

    @Test("refuses what is said to be too large before it comes", arguments: limits)
    func expected(name: String, limit: Int) throws {
        let head = try MediaFiles.bytes(name)
        let exact = try sink()
        try exact.expect(limit)
        try exact.write(head)
        let larger = try sink()
        #expect {
            try larger.expect(limit + 1)
            try larger.write(head)
        } throws: {
            MediaError.Code.tooLarge ~= $0
        }
        for count in [52_428_801, Int.max] {
            let sink = try sink()
            #expect { try sink.expect(count) } throws: { MediaError.Code.tooLarge ~= $0 }
        }
        try sink().expect(-1)
    }

    @Test("knows a file by its first twelve bytes, in pieces or not", arguments: MediaFiles.types.keys.sorted())
    func pieces(name: String) throws {
        for piece in [1, 5, 12, 13, 100_000] {
            let sink = try sink()
            let bytes = try MediaFiles.bytes(name)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try sink.write([UInt8](bytes[start..<min(start + piece, bytes.count)]))
            }
            #expect(try sink.finish().rawValue == MediaFiles.types[name])
            #expect([UInt8](try Data(contentsOf: sink.file.url)) == bytes)
        }
    }

    @Test("refuses what is no media with its twelfth byte")
    func early() throws {
        let sink = try sink()
        try sink.write([UInt8]("<!DOCTYPE h".utf8))
        #expect { try sink.write([0x74]) } throws: { MediaError.Code.unknownType ~= $0 }
    }

    @Test("takes nothing once its time is up, or the push is answered")
    func late() throws {
        for sink in [try sink(until: .zero), try sink(isOpen: false)] {
            #expect(!sink.isWanted)
            #expect { try sink.write([1]) } throws: { MediaError.Code.timedOut ~= $0 }
        }
        #expect(try sink().isWanted)
    }

    @Test("keeps its file to its owner, and removes it with itself")
    func file() throws {
        do {
            let sink = try sink()
            try sink.write([1])
            var status = stat()
            #expect(stat(sink.file.url.path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            try sink.file.add(suffix: "png")
            #expect(names == [sink.file.url.lastPathComponent])
            #expect(sink.file.url.pathExtension == "png")
        }
        #expect(names == [])
        let kept = try sink()
        kept.file.keep()
        #expect(names.count == 1)
    }

    @Test("says so where there is no place for a file")
    func noPlace() throws {
        #expect { _ = try MediaFile(in: directory.url.appending(path: "missing")) } throws: {
            MediaError.Code.notStored ~= $0
        }
    }

    @Test("removes files of extensions that were killed, once they are old, and nothing else")
    func old() throws {
        let old = try directory.write("sealedpush-media-0123.png", "left behind")
        try directory.write("sealedpush-media-4567", "at work")
        let other = try directory.write("else.png", "someone's")
        try FileManager.default.createDirectory(
            atPath: directory.path("sealedpush-media-folder"),
            withIntermediateDirectories: false
        )
        let hours = Date(timeIntervalSinceNow: -7200)
        for path in [old, other, directory.path("sealedpush-media-folder")] {
            try FileManager.default.setAttributes([.modificationDate: hours], ofItemAtPath: path)
        }
        _ = try MediaFile(in: directory.url)
        #expect(names.sorted() == ["else.png", "sealedpush-media-4567", "sealedpush-media-folder"])
    }
}

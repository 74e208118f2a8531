// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A damaged file")
struct AttachmentDamageTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("that is an image cut short anywhere is refused", arguments: Sample.images)
    func cutImage(sample: Sample) throws {
        let bytes = try sample.bytes
        for count in bytes.indices {
            expectRefusal(.attachmentCorrupt, try folder.file(sample.file, bytes[..<count]))
        }
    }

    @Test(
        "that is a sound or a movie in parts, cut short, is refused",
        arguments: ["sound.aiff", "sound.wav", "sound.m4a", "movie.mp4", "movie.avi"]
    )
    func cutContainer(file: String) throws {
        let bytes = try Sample.bytes(file)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            expectRefusal(.attachmentCorrupt, try folder.file(file, bytes[..<count]))
        }
    }

    @Test("that is only a beginning is refused", arguments: Sample.all)
    func beginning(sample: Sample) throws {
        for count in [0, 1, 2, 3, 4, 8, 11] {
            expectRefusal(.attachmentCorrupt, try folder.file(sample.file, try sample.bytes.prefix(count)))
        }
    }

    @Test("is refused for any bit of a PNG that is not as it was")
    func flippedBits() throws {
        let bytes = try Sample.png.bytes
        for index in bytes.indices.dropFirst(8) {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            expectRefusal(.attachmentCorrupt, try folder.file("image.png", changed))
        }
    }

    @Test("is none where something follows its end", arguments: Sample.images)
    func trailing(sample: Sample) throws {
        let url = try folder.file(sample.file, try sample.bytes + [UInt8]("anything".utf8))
        #expect(try attach(url).type == sample.type)
    }

    // MARK: Built by hand

    private static let size: [UInt8] = [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
    private static let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0xff, 0xd0, 0x34]
    private static let end: [UInt8] = [0xff, 0xd9]

    private static let jpegs: [(String, [UInt8], isSound: Bool)] = [
        ("whole", size + scan + end, true),
        ("with fill bytes before a marker", [0xff, 0xff] + size + scan + [0xff] + end, true),
        ("with two scans", size + scan + scan + end, true),
        ("without a frame", scan + end, false),
        ("without a scan", size + end, false),
        ("without an end", size + scan, false),
        ("that ends in an escape", size + scan + [0xff], false),
        ("of no width", [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 0, 1, 1, 0x11, 0] + scan + end, false),
        ("of no colours", [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 0, 1, 0x11, 0] + scan + end, false),
        ("with a short frame", [0xff, 0xc0, 0, 7, 8, 0, 1, 0, 1] + scan + end, false),
        ("with a segment of no length", [0xff, 0xe0, 0, 0] + size + scan + end, false),
        ("with a segment of length 1", [0xff, 0xe0, 0, 1] + size + scan + end, false),
        ("with a segment beyond the end", [0xff, 0xe0, 0xff, 0xff] + size + scan + end, false),
        ("that begins twice", [0xff, 0xd8] + size + scan + end, false),
        ("with rubbish between segments", [0xff, 0xe0, 0, 2, 7] + size + scan + end, false),
    ]

    @Test("is told from a JPEG that merely looks odd", arguments: jpegs.indices)
    func jpeg(number: Int) throws {
        let (name, content, isSound) = Self.jpegs[number]
        // The first marker's first byte belongs to the signature.
        let url = try folder.file("image.jpg", [0xff, 0xd8] + content)
        if isSound {
            #expect(throws: Never.self, "\(name)") { try attach(url) }
        } else {
            expectRefusal(.attachmentCorrupt, url)
        }
    }

    private static let header: [UInt8] = [UInt8]("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 9, 9, 9]
    private static let picture: [UInt8] = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

    private static let gifs: [(String, [UInt8], isSound: Bool)] = [
        ("whole", header + picture + [0x3b], true),
        ("with an extension", header + [0x21, 0xfe, 3, 1, 2, 3, 0] + picture + [0x3b], true),
        ("with two pictures", header + picture + picture + [0x3b], true),
        ("without a picture", header + [0x3b], false),
        ("without a trailer", header + picture, false),
        ("with an unknown block", header + [0x2d] + picture + [0x3b], false),
        ("with an extension without end", header + [0x21, 0xfe, 255, 1] + picture + [0x3b], false),
        ("with a table beyond the end", [UInt8]("GIF89a".utf8) + [1, 0, 1, 0, 0x87, 0, 0, 0x3b], false),
    ]

    @Test("is told from a GIF that merely looks odd", arguments: gifs.indices)
    func gif(number: Int) throws {
        let (name, content, isSound) = Self.gifs[number]
        let url = try folder.file("image.gif", content)
        if isSound {
            #expect(throws: Never.self, "\(name)") { try attach(url) }
        } else {
            expectRefusal(.attachmentCorrupt, url)
        }
    }

    private static let boxes: [(String, [UInt8], isSound: Bool)] = {
        let type: [UInt8] = [0, 0, 0, 12] + [UInt8]("ftypisom".utf8)
        let tracks: [UInt8] = [0, 0, 0, 8] + [UInt8]("moov".utf8)
        let media = [UInt8]("mdat".utf8)
        return [
            ("whole", type + tracks, true),
            ("with a box to the end of the file", type + tracks + [0, 0, 0, 0] + media + [1, 2, 3], true),
            ("with a long box", type + tracks + [0, 0, 0, 1] + media + [0, 0, 0, 0, 0, 0, 0, 17, 9], true),
            ("without tracks", type + [0, 0, 0, 8] + media, false),
            ("with a box of length 7", type + tracks + [0, 0, 0, 7] + media, false),
            ("with a long box of length 15", type + tracks + [0, 0, 0, 1] + media + [0, 0, 0, 0, 0, 0, 0, 15], false),
            (
                "with the longest box there is",
                type + tracks + [0, 0, 0, 1] + media + [UInt8](repeating: 255, count: 8), false
            ),
            ("with a box beyond the end", type + tracks + [0xff, 0xff, 0xff, 0xff] + media, false),
            ("with half a box", type + tracks + [0, 0, 0], false),
        ]
    }()

    @Test("is told from an MPEG-4 file that merely looks odd", arguments: boxes.indices)
    func box(number: Int) throws {
        let (name, content, isSound) = Self.boxes[number]
        let url = try folder.file("movie.mp4", content)
        if isSound {
            #expect(throws: Never.self, "\(name)") { try attach(url) }
        } else {
            expectRefusal(.attachmentCorrupt, url)
        }
    }

    @Test("that has a tag and no sound is refused")
    func tagAlone() throws {
        let tag: [UInt8] = [UInt8]("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10]
        let url = try folder.file("sound.mp3", tag + [UInt8](repeating: 0, count: 2000))
        expectRefusal(.attachmentCorrupt, url)
        let long: [UInt8] = [UInt8]("ID3".utf8) + [4, 0, 0, 127, 127, 127, 127]
        expectRefusal(.attachmentCorrupt, try folder.file("sound.mp3", long + [1, 2, 3]))
    }

    @Test("that has what looks like a frame of sound, and none after it, is refused")
    func strayFrame() throws {
        let frame: [UInt8] = [0xff, 0xfb, 0x90, 0]
        let url = try folder.file("sound.mp3", frame + [UInt8](repeating: 0, count: 2000))
        expectRefusal(.attachmentCorrupt, url)
        // 144 × 128,000 / 44,100 bytes a frame.
        let two = frame + [UInt8](repeating: 0, count: 413) + frame
        #expect(try attach(try folder.file("sound.mp3", two)).type == "public.mp3")
    }

    // MARK: Too many parts

    private static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count * count)
        for _ in 0..<count { bytes += part }
        return bytes
    }

    /// Files whose smallest parts are repeated, with as many others as that number.
    private static let parts: [(name: String, before: [UInt8], part: [UInt8], after: [UInt8], others: Int)] = [
        (
            "movie.mp4", [0, 0, 0, 12] + [UInt8]("ftypisom".utf8), [0, 0, 0, 8] + [UInt8]("free".utf8),
            [0, 0, 0, 8] + [UInt8]("moov".utf8), 2
        ),
        (
            "sound.wav", [UInt8]("RIFF".utf8) + [255, 255, 255, 255] + [UInt8]("WAVE".utf8),
            [UInt8]("junk".utf8) + [0, 0, 0, 0],
            [UInt8]("fmt ".utf8) + [0, 0, 0, 0] + [UInt8]("data".utf8) + [0, 0, 0, 0], 2
        ),
        ("image.jpg", [0xff, 0xd8], [0xff, 0xe0, 0, 2], size + scan + end, 3),
        ("image.gif", header, [0x21, 0xfe, 0], picture + [0x3b], 2),
    ]

    @Test("is one of more parts than any real one has: it is not looked at for ever", arguments: parts.indices)
    func tooManyParts(number: Int) throws {
        let sample = Self.parts[number]
        let most = 65_536 - sample.others
        let many = try folder.file(sample.name, sample.before + Self.repeated(sample.part, most) + sample.after)
        #expect(throws: Never.self) { try attach(many) }
        let tooMany = try folder.file(sample.name, sample.before + Self.repeated(sample.part, most + 1) + sample.after)
        expectRefusal(.attachmentCorrupt, tooMany)
    }

    @Test("of the smallest boxes is refused long before its end is seen")
    func smallestBoxes() throws {
        let (name, before, part, after, _) = Self.parts[0]
        let url = try folder.file(name, before + Self.repeated(part, 6_000_000) + after)
        let start = ContinuousClock.now
        expectRefusal(.attachmentCorrupt, url)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    // MARK: At random

    @Test("with bytes changed at random is taken or refused, and nothing traps", arguments: Sample.all)
    func random(sample: Sample) throws {
        let seed = sample.file.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) }
        var generator = Generator(state: seed)
        let bytes = try sample.bytes
        for _ in 0..<200 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                // The beginning and the lengths in it matter most.
                let end = Bool.random(using: &generator) ? min(64, changed.count) : changed.count
                changed[Int.random(in: 0..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let url = try folder.file(sample.file, changed)
            do {
                #expect(try attach(url).type == sample.type)
            } catch {
                #expect(error is UNError, "seed \(seed): \(error)")
            }
        }
    }

    /// Repeatable: xorshift64*.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_f491_4f6c_dd1d
        }
    }
}

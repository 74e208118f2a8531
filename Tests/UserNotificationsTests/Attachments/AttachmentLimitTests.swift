// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("The size of an attachment")
struct AttachmentLimitTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    // rows: S3-12
    @Test("may be all that its kind may have, and not a byte more", arguments: Sample.all)
    func limit(sample: Sample) throws {
        // What follows the end of a picture, a sound or a movie has no meaning.
        let bytes = try sample.bytes
        let largest = try folder.file(sample.file, bytes, length: sample.kind.rawValue)
        #expect(try attach(largest).type == sample.type)
        let larger = try folder.file(sample.file, bytes, length: sample.kind.rawValue + 1)
        expectRefusal(.attachmentInvalidFileSize, larger)
    }

    @Test("of a terabyte is refused without being read")
    func terabyte() throws {
        let url = try folder.file("movie.mpg", try Sample.bytes("movie.mpg"), length: 1_099_511_627_776)
        let start = ContinuousClock.now
        expectRefusal(.attachmentInvalidFileSize, url)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    #if os(Linux)
    @Test("is said in the refusal, beside the limit")
    func text() throws {
        let url = try folder.file("song.mp3", try Sample.bytes("sound.mp3"), length: 5_242_881)
        do {
            _ = try attach(url)
            Issue.record("too large a sound was taken")
        } catch let error as UNError {
            #expect(
                error.description
                    == "song.mp3 has 5242881 bytes, and a sound may have 5242880: attach a smaller file"
            )
        }
    }
    #endif
}

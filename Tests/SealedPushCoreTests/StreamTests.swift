// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

@Suite("Files that are no ordinary files")
struct StreamTests {
    @Test("A FIFO is never replaced by a file, not even when replacing is asked for")
    func replacingFIFO() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: FileError.self) { try Files.create(path, [UInt8]("x".utf8).span.bytes, replacing: true) }
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["fifo"])
    }

    @Test("A stream that does not block is waited for, in both directions")
    func nonBlocking() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        // More than a pipe holds.
        let bytes = [UInt8](repeating: 7, count: 1_000_000)
        let written = Handover()
        Thread.detachNewThread {
            written.problem = Files.write(bytes.span.bytes, to: writing)
            close(writing)
        }
        let read = try Files.contents(of: reading, path: "pipe", limit: 2_000_000)
        close(reading)
        #expect(read == bytes)
        #expect(written.problem == nil)
    }

    /// Written before the pipe is closed, and read after its end was seen.
    private final class Handover: @unchecked Sendable {
        var problem: Int32?
    }
}

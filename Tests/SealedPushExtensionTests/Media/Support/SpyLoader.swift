// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore

@testable import SealedPushExtension

/// A loader that does what a test says, and keeps what it was asked for.
final class SpyLoader: MediaLoading {
    private let urls = Lock<[URL]>([])
    private let files = Lock<[URL]>([])
    private let body: @Sendable (URL, MediaSink) throws -> Void

    init(_ body: @escaping @Sendable (URL, MediaSink) throws -> Void) { self.body = body }

    /// Gives these bytes, in pieces of that many.
    convenience init(_ bytes: [UInt8], piece: Int = 7) {
        self.init { _, sink in
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try sink.write([UInt8](bytes[start..<min(start + piece, bytes.count)]))
            }
        }
    }

    /// Lets another one do the work.
    convenience init(_ other: any MediaLoading) { self.init { try other.load($0, into: $1) } }

    var requests: [String] { urls.withLock { $0.map(\.absoluteString) } }

    /// The files that were written and are still there, whatever they are called by now.
    var leftovers: [String] {
        let names = files.withLock { $0 }.map(\.lastPathComponent)
        let folder = FileManager.default.temporaryDirectory.path
        let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return there.filter { file in names.contains { file.hasPrefix($0) } }
    }

    func load(_ url: URL, into sink: MediaSink) throws {
        urls.withLock { $0.append(url) }
        files.withLock { $0.append(sink.file.url) }
        try body(url, sink)
    }
}

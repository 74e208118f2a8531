// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for attachments that goes when the test is done with it.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "attachments-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
        let file = url.appending(path: name, directoryHint: .notDirectory)
        try Data(bytes).write(to: file)
        return file
    }

    /// Writes a file and makes it that long, with a hole at its end.
    func file(_ name: String, _ bytes: some Sequence<UInt8>, length: Int) throws -> URL {
        let file = try file(name, bytes)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
        return file
    }
}

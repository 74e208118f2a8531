// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// A new file for what is being loaded, which only its owner may read; it goes with this value unless it was kept.
final class MediaFile: Sendable {
    /// What the names of all such files begin with.
    private static let prefix = "sealedpush-media-"
    /// Seconds after which such a file is nobody's any more: an extension that was killed cannot remove its own.
    private static let lifetime: TimeInterval = 3600

    private struct State: Sendable {
        var url: URL
        var isKept = false
    }

    private let descriptor: Int32
    private let state: Lock<State>

    init(in folder: URL = FileManager.default.temporaryDirectory) throws(MediaError) {
        Self.removeOld(in: folder)
        let url = folder.appending(
            path: Self.prefix + Hex.string(Sodium.randomBytes(16)),
            directoryHint: .notDirectory
        )
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(url.path, flags, 0o600)
        state = Lock(State(url: url))
        guard descriptor >= 0 else { throw Self.failure("created") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        let state = state.withLock { $0 }
        if !state.isKept { unsafe unlink(state.url.path) }
    }

    var url: URL { state.withLock { $0.url } }

    /// From now on it is someone else's.
    func keep() { state.withLock { $0.isKept = true } }

    func write(_ bytes: [UInt8]) throws(MediaError) {
        guard unsafe Files.write(bytes.span.bytes, to: descriptor) == nil else { throw Self.failure("written") }
    }

    /// Gives its name a suffix.
    func add(suffix: String) throws(MediaError) {
        try state.withLock { state throws(MediaError) in
            let named = state.url.appendingPathExtension(suffix)
            guard unsafe rename(state.url.path, named.path) == 0 else { throw Self.failure("renamed") }
            state.url = named
        }
    }

    private static func failure(_ what: String) -> MediaError {
        let reason = unsafe String(cString: strerror(errno)).lowercased()
        return MediaError(.notStored, "the file for the media could not be \(what): \(reason)")
    }

    private static func removeOld(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = folder.appending(path: name).path
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                Double(time(nil)) - Double(modificationTime(status)) > lifetime
            else { continue }
            unsafe unlink(path)
        }
    }

    private static func modificationTime(_ status: stat) -> Int {
        #if os(Linux)
        status.st_mtim.tv_sec
        #else
        status.st_mtimespec.tv_sec
        #endif
    }
}

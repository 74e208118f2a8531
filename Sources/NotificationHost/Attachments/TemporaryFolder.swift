// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// The folder of a store that ends with its process: locked for as long as that lives.
///
/// A process may end without a word, and leave its folder behind; the next one finds that it can be locked, and removes it. The
/// lock is also what keeps the system's own cleaning from a folder that is in use.
final class TemporaryFolder: Sendable {
    private static let prefix = "sealedpush-attachments-"
    /// How often it is made again where another process takes it for one that was left behind, in the moment before it is
    /// locked; that cannot go on for long, as each looks once.
    private static let maximumTries = 16

    private let folder: AttachmentFolder
    private let descriptor: Int32

    /// A name that nobody knows before; nothing is made yet.
    static func newFolder(in parent: String) -> AttachmentFolder {
        AttachmentFolder(path: "\(parent)/\(prefix)\(Hex.string(Sodium.randomBytes(16)))")
    }

    /// Makes and locks a folder.
    init(_ folder: AttachmentFolder) throws(FileError) {
        self.folder = folder
        for _ in 0..<Self.maximumTries {
            let descriptor: Int32
            do throws(FileError) {
                try folder.prepare()
                descriptor = try folder.open()
            } catch {
                // Another process was faster by an instant, and took it for left behind.
                guard error.errno == ENOENT else { throw error }
                continue
            }
            // A file system that has no locks for folders leaves it unlocked, and never lets another have it either.
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            if Self.isSame(descriptor, folder.path) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        throw FileError("lock", folder.path, errno: ESTALE)
    }

    deinit { close(descriptor) }

    /// Whether it is still what stands at its path.
    var isThere: Bool { Self.isSame(descriptor, folder.path) }

    /// Removes it with the store's files in it.
    func remove() { Self.remove(folder) }

    /// Removes the folders of processes that have ended.
    static func removeLeftOver(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) && StoredName.isRandom(name.dropFirst(prefix.count)) {
            let folder = AttachmentFolder(path: "\(parent)/\(name)")
            guard let descriptor = try? folder.open() else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSame(descriptor, folder.path)
            else { continue }
            remove(folder)
        }
    }

    /// What the store did not put there stays, and the folder with it.
    private static func remove(_ folder: AttachmentFolder) {
        for name in folder.names { unsafe unlink(folder.path(of: name)) }
        unsafe rmdir(folder.path)
    }

    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var open = stat()
        var there = stat()
        return unsafe fstat(descriptor, &open) == 0 && lstat(path, &there) == 0 && open.st_dev == there.st_dev
            && open.st_ino == there.st_ino
    }
}

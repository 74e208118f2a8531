// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import UserNotifications

/// The way of one file into the store: it is there whole or not at all, and it is the one that was checked.
struct AttachmentMove {
    /// Bytes copied at a time.
    private static let pieceLength = 65_536

    /// The file that was checked, still open.
    let file: AttachmentFile
    let from: String
    let to: String

    /// - Parameter copying: Whether the file stays where it is as well.
    func run(copying: Bool) throws(FileError) {
        if copying {
            try copy()
        } else {
            // Another owner's file cannot be made ours; one with a second name could be changed by it.
            guard file.status.st_uid == geteuid() else { throw FileError("move", from, errno: EPERM) }
            var isMoved = false
            if file.status.st_nlink == 1 { isMoved = try rename() }
            if !isMoved {
                try copy()
                guard isSame(from), unsafe unlink(from) == 0 else {
                    let error = FileError("move", from, errno: errno == 0 ? ESTALE : errno)
                    unsafe unlink(to)
                    throw error
                }
            }
        }
        AttachmentFolder(path: (to as NSString).deletingLastPathComponent).synchronize()
    }

    /// Gives the file its new name; `false` where that is on another file system.
    private func rename() throws(FileError) -> Bool {
        guard unsafe Foundation.rename(from, to) == 0 else {
            if errno == EXDEV { return false }
            throw FileError("move", from, errno: errno)
        }
        // Someone may have put another in its place since it was checked.
        guard isSame(to), fchmod(file.descriptor, 0o600) == 0 else {
            _ = unsafe Foundation.rename(to, from)
            throw FileError("move", from, errno: ESTALE)
        }
        return true
    }

    private func isSame(_ path: String) -> Bool {
        var status = stat()
        errno = 0
        return unsafe lstat(path, &status) == 0 && status.st_dev == file.status.st_dev
            && status.st_ino == file.status.st_ino
    }

    private func copy() throws(FileError) {
        let target = unsafe open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw FileError("create", to, errno: errno) }
        var problem = copyBytes(to: target)
        if problem == nil, fsync(target) != 0 { problem = errno }
        if close(target) != 0, problem == nil { problem = errno }
        guard let problem else { return }
        unsafe unlink(to)
        throw FileError("write", to, errno: problem)
    }

    private func copyBytes(to target: Int32) -> Int32? {
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        var offset = 0
        while offset < file.size {
            let count = unsafe pread(file.descriptor, &piece, min(piece.count, file.size - offset), off_t(offset))
            if count < 0, errno == EINTR { continue }
            // A file that has become shorter is not the one that was checked.
            guard count > 0 else { return count < 0 ? errno : ESTALE }
            if let problem = unsafe Files.write(piece.span.bytes.extracting(0..<count), to: target) { return problem }
            offset += count
        }
        return nil
    }
}

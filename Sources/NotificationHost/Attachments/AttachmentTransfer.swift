// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import UserNotifications

/// The way of one file into the store, in two steps: first it is in both places, then in the store alone.
///
/// It is there whole or not at all, and it is the one that was checked.
struct AttachmentTransfer {
    /// Bytes copied at a time.
    private static let pieceLength = 65_536

    /// The file that was checked, still open.
    let file: AttachmentFile
    let from: String
    let to: String
    /// Whether the file stays where it is for good.
    let isCopy: Bool

    /// Puts the file into the store; where it was, nothing changes.
    func begin() throws(FileError) {
        if isCopy {
            try copy()
        } else {
            // Another owner's file cannot be made ours; one with a second name could be changed by it.
            guard file.status.st_uid == geteuid() else { throw FileError("move", from, errno: EPERM) }
            let isLinked = unsafe file.status.st_nlink == 1 && link(from, to) == 0
            if isLinked {
                // Its owner may not have waited for the disk.
                fsync(file.descriptor)
            } else {
                // Another file system, or one without links.
                try copy()
            }
            // Someone may have put another in its place since it was checked.
            guard isSame(from), !isLinked || isSame(to) else {
                undo()
                throw FileError("move", from, errno: ESTALE)
            }
        }
        AttachmentFolder(path: (to as NSString).deletingLastPathComponent).synchronize()
    }

    /// Removes the file where it was, unless it is another by now; at worst it stays there as well.
    func finish() {
        guard !isCopy, isSame(from) else { return }
        let isLink = isSame(to)
        // Only now: a file that stays keeps its mode.
        if unsafe unlink(from) == 0, isLink { fchmod(file.descriptor, 0o600) }
    }

    /// Removes what `begin` put into the store.
    func undo() { unsafe unlink(to) }

    private func isSame(_ path: String) -> Bool {
        var status = stat()
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

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import UserNotifications

/// The folder of an attachment store: files with names that it makes, and nothing else.
struct AttachmentFolder: Sendable {
    let path: String

    /// - Parameter path: Its path, with or without a final slash.
    init(path: String) { self.path = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path }

    /// Makes sure that it is there, that it is no link, and that nobody else looks into it.
    func prepare() throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError("create", path, errno: errno) }
        let descriptor = try open()
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o700) == 0 else { throw FileError("create", path, errno: errno) }
    }

    /// Writes its names to the disk, where the file system can do that.
    func synchronize() {
        guard let descriptor = try? open() else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// A descriptor of it, which the caller closes.
    func open() throws(FileError) -> Int32 {
        let descriptor = unsafe Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path, errno: errno) }
        return descriptor
    }

    /// Whether a path is that of a file right in it, by its spelling alone.
    func holds(_ path: String) -> Bool {
        guard path.hasPrefix(self.path + "/") else { return false }
        let name = path.dropFirst(self.path.utf8.count + 1)
        return !name.isEmpty && !name.contains("/") && name != "." && name != ".."
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The names of the store's files in it; none where it is not there.
    ///
    /// What else someone has put here is not looked at.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter(StoredName.isOne)
    }

    /// Bytes of the store's files in it.
    var length: Int {
        names.reduce(0) { sum, name in
            var status = stat()
            guard unsafe lstat(path(of: name), &status) == 0 else { return sum }
            return sum.addingReportingOverflow(Int(status.st_size)).partialValue
        }
    }

    /// The path of a file that is not there yet.
    func newPlace(suffix: String, type: AttachmentType) -> String {
        path(of: StoredName.new(suffix: suffix, type: type))
    }

    /// The same attachment by its path here, where one of its name is here.
    ///
    /// The folder may have been moved since the path was written down, or be reached through a link; the name is that of one
    /// file alone.
    func located(_ attachment: UNNotificationAttachment) -> UNNotificationAttachment {
        let name = attachment.url.lastPathComponent
        guard !holds(attachment.url.path), StoredName.isOne(name), isThere(name) else { return attachment }
        return attachment.moved(to: path(of: name))
    }

    /// The same content with its attachments by their paths here.
    func located(_ content: UNNotificationContent) -> UNNotificationContent {
        let attachments = content.attachments.map(located)
        guard attachments != content.attachments,
            let located = content.mutableCopy() as? UNMutableNotificationContent
        else { return content }
        located.attachments = attachments
        return located
    }

    private func isThere(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(path(of: name), &status) == 0
    }

    /// Opens a file that must be here.
    ///
    /// - Throws: `attachmentNotInDataStore`.
    func open(_ attachment: UNNotificationAttachment) throws(UNError) -> AttachmentFile {
        let attachment = located(attachment)
        let name = AttachmentName.printable(attachment.url.lastPathComponent)
        guard holds(attachment.url.path) else {
            throw UNError(.attachmentNotInDataStore, "\(name) is not in the attachment store")
        }
        do throws(AttachmentFile.Problem) {
            return try AttachmentFile(path: attachment.url.path)
        } catch {
            throw UNError(.attachmentNotInDataStore, "\(name) \(error.explanation)")
        }
    }

    /// The path without links; `nil` where it leads nowhere.
    static func realPath(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}

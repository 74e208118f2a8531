// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import SealedPushCore
package import UserNotifications

/// The files of the notifications that an app has pending or shown: a folder of their own, which no app writes to.
///
/// Every file belongs to one request; it is moved here when the request is taken, and removed with it.
package final class AttachmentStore: Sendable {
    /// Bytes that the files of one app may have together.
    ///
    /// Five movies of the largest size, or some hundreds of pictures: an app that schedules without end must not fill the disk.
    package static let limit = 250 * 1024 * 1024

    private let folder: AttachmentFolder
    private let isTemporary: Bool
    private let bundle: String
    private let limit: Int
    /// One change at a time: the limit is looked at and used up in one step.
    private let lock = Lock(())

    /// - Parameters:
    ///   - folder: The folder, made where it is missing; the one above it must be there. `nil` for one of its own, which goes
    ///     with this value.
    ///   - bundle: The app's own folder: what is in it is copied, not moved.
    ///   - limit: Bytes that all files may have together.
    package init(
        folder: String?,
        bundle: String = Bundle.main.bundlePath,
        limit: Int = AttachmentStore.limit
    ) throws(FileError) {
        self.folder = folder.map { AttachmentFolder(path: $0) } ?? .temporary()
        isTemporary = folder == nil
        self.bundle = bundle
        self.limit = limit
        // One that is to stay is looked at now, so that a fault shows at the start; the other is made when it is needed.
        if !isTemporary { try self.folder.prepare() }
    }

    deinit { if isTemporary { try? FileManager.default.removeItem(atPath: folder.path) } }

    // MARK: In

    /// Checks the file of an attachment again and moves it into the store; a file of the app's bundle is copied.
    ///
    /// A file that is here already belongs to another request, so this one is given a copy of its own.
    /// - Returns: The attachment with its new place.
    /// - Throws: `attachmentInvalidURL`, `attachmentUnrecognizedType`, `attachmentInvalidFileSize`, `attachmentCorrupt`;
    ///   `attachmentMoveIntoDataStoreFailed`; `attachmentNotInDataStore` for one that was here and is not any more.
    package func take(_ attachment: UNNotificationAttachment) throws(UNError) -> UNNotificationAttachment {
        let path = attachment.url.path
        let name = Self.name(of: attachment)
        let isHere = folder.holds(path)
        let file: AttachmentFile
        if isHere { file = try folder.open(attachment) } else { file = try open(attachment) }
        try AttachmentCheck.check(file, name: name, type: attachment.attachmentType)
        let place = folder.newPlace(suffix: attachment.url.pathExtension, type: attachment.attachmentType)
        let isCopied = isHere || isInBundle(path)
        try lock.withLock { _ throws(UNError) in
            guard folder.length <= limit - file.size else {
                throw UNError(
                    .attachmentMoveIntoDataStoreFailed,
                    "\(name) is too much: an app's attachments may have \(limit) bytes together; remove notifications first"
                )
            }
            do throws(FileError) {
                try folder.prepare()
                try AttachmentMove(file: file, from: path, to: place).run(copying: isCopied)
            } catch {
                let reason = unsafe String(cString: strerror(error.errno)).lowercased()
                throw UNError(
                    .attachmentMoveIntoDataStoreFailed,
                    "\(name) could not be moved into the attachment store: \(reason)"
                )
            }
        }
        return attachment.moved(to: place)
    }

    private func open(_ attachment: UNNotificationAttachment) throws(UNError) -> AttachmentFile {
        do throws(AttachmentFile.Problem) {
            return try AttachmentFile(path: attachment.url.path)
        } catch {
            throw UNError(.attachmentInvalidURL, "\(Self.name(of: attachment)) \(error.explanation)")
        }
    }

    /// Whether a file is below the app's folder, wherever links lead.
    private func isInBundle(_ path: String) -> Bool {
        guard let path = AttachmentFolder.realPath(path), let bundle = AttachmentFolder.realPath(bundle) else {
            return false
        }
        return path.hasPrefix(bundle.hasSuffix("/") ? bundle : bundle + "/")
    }

    // MARK: Here

    /// Makes sure that a file is still here, and still what it was: before each time that it is shown.
    ///
    /// - Throws: `attachmentNotInDataStore`, `attachmentUnrecognizedType`, `attachmentInvalidFileSize`, `attachmentCorrupt`.
    package func check(_ attachment: UNNotificationAttachment) throws(UNError) {
        let file = try folder.open(attachment)
        try AttachmentCheck.check(file, name: Self.name(of: attachment), type: attachment.attachmentType)
    }

    /// Removes the files of a request that is gone; what is not in the store is left alone.
    package func remove(_ attachments: [UNNotificationAttachment]) {
        lock.withLock { _ in
            for attachment in attachments where folder.holds(attachment.url.path) {
                unsafe unlink(attachment.url.path)
            }
        }
    }

    /// Whether `check` finds nothing wrong.
    package func isUsable(_ attachment: UNNotificationAttachment) -> Bool {
        do throws(UNError) {
            try check(attachment)
            return true
        } catch {
            return false
        }
    }

    /// Removes every file but these: what a request left behind that is gone, or a process that ended between two steps.
    ///
    /// What was taken must be written down before: it would go as well.
    /// - Parameter paths: Those of the attachments that some request still has.
    package func sweep(keeping paths: Set<String>) {
        let kept = Set(paths.filter(folder.holds).map { ($0 as NSString).lastPathComponent })
        lock.withLock { _ in
            for name in folder.names where !kept.contains(name) { unsafe unlink(folder.path(of: name)) }
        }
    }

    private static func name(of attachment: UNNotificationAttachment) -> String {
        AttachmentName.printable(attachment.url.lastPathComponent)
    }
}

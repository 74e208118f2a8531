// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import SealedPushCore
package import UserNotifications

/// The files of the notifications that an app has pending or shown: a folder of their own, which no app writes to.
///
/// Every file belongs to one request; it is put here when the request is taken, and removed with it.
package final class AttachmentStore: Sendable {
    /// Bytes that the files of one app may have together.
    ///
    /// Five movies of the largest size, or some hundreds of pictures: an app that schedules without end must not fill the disk.
    package static let limit = 250 * 1024 * 1024

    private let folder: AttachmentFolder
    private let isTemporary: Bool
    private let bundle: String
    private let temporaryFolder: String
    private let limit: Int
    /// One change at a time: the limit is looked at and used up in one step.
    ///
    /// The value is the store's own folder, where it has one and once it is made.
    private let lock = Lock<TemporaryFolder?>(nil)

    /// - Parameters:
    ///   - folder: The folder, made where it is missing; the one above it must be there. `nil` for one of its own, which goes
    ///     with this value.
    ///   - bundle: The app's own folder: what is in it is copied, not moved.
    ///   - temporaryFolder: Where extensions put what they load.
    ///   - limit: Bytes that all files may have together.
    package init(
        folder: String?,
        bundle: String = Bundle.main.bundlePath,
        temporaryFolder: String = FileManager.default.temporaryDirectory.path,
        limit: Int = AttachmentStore.limit
    ) throws(FileError) {
        self.folder = folder.map { AttachmentFolder(path: $0) } ?? TemporaryFolder.newFolder(in: temporaryFolder)
        isTemporary = folder == nil
        self.bundle = bundle
        self.temporaryFolder = temporaryFolder
        self.limit = limit
        // One that is to stay is looked at now, so that a fault shows at the start; the other is made when it is needed.
        if !isTemporary { try self.folder.prepare() }
    }

    deinit { lock.withLock { own in own?.remove() } }

    // MARK: In

    /// Checks the file of an attachment again and puts it into the store; where it was, it stays until `finish`.
    ///
    /// A file that is here already belongs to another request, so this one is given a copy of its own; of a file of the app's
    /// bundle, and of one that an extension's answer may only point at, there is a copy too, and it is never removed.
    /// - Throws: `attachmentInvalidURL`, `attachmentUnrecognizedType`, `attachmentInvalidFileSize`, `attachmentCorrupt`;
    ///   `attachmentMoveIntoDataStoreFailed`; `attachmentNotInDataStore` for one that was here and is not any more.
    func take(_ attachment: UNNotificationAttachment, from origin: AttachmentOrigin) throws(UNError) -> TakenAttachment
    {
        let attachment = folder.located(attachment)
        let path = attachment.url.path
        let name = Self.name(of: attachment)
        let isHere = folder.holds(path)
        let file: AttachmentFile
        if isHere { file = try folder.open(attachment) } else { file = try open(attachment) }
        try AttachmentCheck.check(file, name: name, type: attachment.attachmentType)
        let place = folder.newPlace(suffix: attachment.url.pathExtension, type: attachment.attachmentType)
        let isCopy =
            isHere || Self.isBelow(bundle, path) || (origin == .answer && !Self.isBelow(temporaryFolder, path))
        let transfer = AttachmentTransfer(file: file, from: path, to: place, isCopy: isCopy)
        try lock.withLock { own throws(UNError) in
            guard folder.length <= limit - file.size else {
                throw UNError(
                    .attachmentMoveIntoDataStoreFailed,
                    "\(name) is too much: an app's attachments may have \(limit) bytes together; remove notifications first"
                )
            }
            do throws(FileError) {
                try prepare(&own)
                try transfer.begin()
            } catch {
                let reason = unsafe String(cString: strerror(error.errno)).lowercased()
                throw UNError(
                    .attachmentMoveIntoDataStoreFailed,
                    "\(name) could not be moved into the attachment store: \(reason)"
                )
            }
        }
        return TakenAttachment(attachment: attachment.moved(to: place), transfer: transfer)
    }

    /// Removes files where they were: what was taken is written down.
    func finish(_ taken: [TakenAttachment]) {
        for one in taken { one.transfer.finish() }
    }

    /// Removes files from the store again, for what could not be written down; where they were, they still are.
    func discard(_ taken: [TakenAttachment]) {
        lock.withLock { _ in
            for one in taken { one.transfer.undo() }
        }
    }

    private func prepare(_ own: inout TemporaryFolder?) throws(FileError) {
        guard isTemporary else { return try folder.prepare() }
        guard own?.isThere != true else { return }
        TemporaryFolder.removeLeftOver(in: temporaryFolder)
        own = try TemporaryFolder(folder)
    }

    private func open(_ attachment: UNNotificationAttachment) throws(UNError) -> AttachmentFile {
        do throws(AttachmentFile.Problem) {
            return try AttachmentFile(path: attachment.url.path)
        } catch {
            throw UNError(.attachmentInvalidURL, "\(Self.name(of: attachment)) \(error.explanation)")
        }
    }

    /// Whether a file is below a folder, wherever links lead.
    private static func isBelow(_ folder: String, _ path: String) -> Bool {
        guard let path = AttachmentFolder.realPath(path), let folder = AttachmentFolder.realPath(folder) else {
            return false
        }
        return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
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
            for attachment in attachments.map(folder.located) where folder.holds(attachment.url.path) {
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

    /// Removes every file of the store but these: what a request left behind that is gone, or a process that ended between two
    /// steps.
    ///
    /// What was taken must be written down before: it would go as well. What the store has not put here stays.
    /// - Parameter paths: Those of the attachments that some request still has; the names alone count, as the folder may have
    ///   been moved since they were written down.
    package func sweep(keeping paths: Set<String>) {
        let kept = Set(paths.map { ($0 as NSString).lastPathComponent })
        lock.withLock { _ in
            for name in folder.names where !kept.contains(name) { unsafe unlink(folder.path(of: name)) }
        }
    }

    private static func name(of attachment: UNNotificationAttachment) -> String {
        AttachmentName.printable(attachment.url.lastPathComponent)
    }
}

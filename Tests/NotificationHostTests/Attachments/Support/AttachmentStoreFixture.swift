// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import UserNotifications

@testable import NotificationHost

/// A store in a folder of the test's, and files to be put into it.
final class AttachmentStoreFixture {
    let directory: TemporaryDirectory
    let store: AttachmentStore

    /// - Parameter limit: Bytes that all files may have together.
    init(limit: Int = AttachmentStore.limit) throws {
        directory = try TemporaryDirectory()
        let loaded = directory.url.appending(path: "loaded")
        try FileManager.default.createDirectory(at: loaded, withIntermediateDirectories: false)
        let bundle = directory.url.appending(path: "App.app")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: false)
        store = try AttachmentStore(
            folder: directory.path("store"),
            bundle: bundle.path,
            temporaryFolder: loaded.path,
            limit: limit
        )
    }

    static func png() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: TestFiles.tests.appending(path: "Fixtures/media/samples/image.png")))
    }

    /// An attachment of a new file with that name.
    func attachment(_ name: String = "image.png", identifier: String = "a") throws -> UNNotificationAttachment {
        let path = try directory.write(name, try Self.png(), mode: 0o644)
        return try UNNotificationAttachment(
            identifier: identifier,
            url: URL(filePath: path),
            options: [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
        )
    }

    /// Takes a file in both steps, as for a request that was written down in between.
    func take(
        _ attachment: UNNotificationAttachment,
        from origin: AttachmentOrigin = .app
    ) throws(UNError) -> UNNotificationAttachment {
        let taken = try store.take(attachment, from: origin)
        store.finish([taken])
        return taken.attachment
    }

    func path(_ name: String) -> String { directory.path(name) }

    /// The names in the store.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path("store"))) ?? []).sorted()
    }
}

/// Whether something is there, be it a link that leads nowhere.
func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The permission bits.
func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

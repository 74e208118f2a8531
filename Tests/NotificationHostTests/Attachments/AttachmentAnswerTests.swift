// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("The attachments in an extension's answer")
struct AttachmentAnswerTests {
    private let fixture: AttachmentStoreFixture

    init() throws { fixture = try AttachmentStoreFixture() }

    private func answer(_ attachment: UNNotificationAttachment) throws -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.body = "text"
        content.attachments = [attachment]
        let bytes = try #require(MessageCoder.encode(content))
        return try #require(MessageCoder.content(bytes))
    }

    @Test("cross to the host as a path and a type, and the host takes the file")
    func taken() throws {
        let attachment = try fixture.attachment("loaded/image.png")
        let received = try #require(answer(attachment).attachments.first)
        #expect(received == attachment)
        let stored = try fixture.take(received, from: .answer)
        #expect(fixture.store.isUsable(stored))
        #expect(!exists(attachment.url.path))
    }

    @Test("may point at any file: where it is not in the temporary folder, the host leaves it there")
    func elsewhere() throws {
        let victim = try fixture.attachment("photo.png")
        try #require(symlink(fixture.directory.url.path, fixture.path("loaded/folder")) == 0)
        let around = victim.moved(to: fixture.path("loaded/../photo.png"))
        let through = victim.moved(to: fixture.path("loaded/folder/photo.png"))
        for attachment in [victim, around, through] {
            let received = try #require(answer(attachment).attachments.first)
            let stored = try fixture.take(received, from: .answer)
            #expect(fixture.store.isUsable(stored))
            #expect(exists(victim.url.path))
            #expect(mode(victim.url.path) == 0o644)
            // A file of its own: whoever changes the other changes nothing that is shown.
            var status = stat()
            #expect(stat(stored.url.path, &status) == 0 && status.st_nlink == 1)
        }
    }

    @Test("are not taken at their word: the file must be what they say")
    func lies() throws {
        let attachment = try fixture.attachment()
        try Data("no picture".utf8).write(to: attachment.url)
        let received = try #require(answer(attachment).attachments.first)
        #expect { try fixture.take(received, from: .answer) } throws: { UNError.attachmentUnrecognizedType ~= $0 }
        let missing = try answer(attachment.moved(to: fixture.path("missing.png")))
        let gone = try #require(missing.attachments.first)
        #expect { try fixture.take(gone, from: .answer) } throws: { UNError.attachmentInvalidURL ~= $0 }
    }

    // Only root can make a file someone else's.
    @Test("are left where they are when the file is another user's", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        let attachment = try fixture.attachment("loaded/image.png")
        try #require(chown(attachment.url.path, 12_345, 12_345) == 0)
        let received = try #require(answer(attachment).attachments.first)
        #expect { try fixture.take(received, from: .answer) } throws: {
            UNError.attachmentMoveIntoDataStoreFailed ~= $0
        }
        #expect(exists(attachment.url.path))
        #expect(fixture.names.isEmpty)
    }
}

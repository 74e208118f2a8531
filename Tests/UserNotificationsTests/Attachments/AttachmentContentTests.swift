// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("The attachments of a content")
struct AttachmentContentTests {
    private let folder: Folder
    private let attachment: UNNotificationAttachment

    init() throws {
        folder = try Folder()
        attachment = try attach(try folder.file("image.png", try Sample.png.bytes))
    }

    // rows: S2-07
    @Test("are none at first")
    func none() {
        #expect(UNNotificationContent().attachments.isEmpty)
        #expect(UNMutableNotificationContent().attachments.isEmpty)
    }

    // rows: S3-10
    @Test("may be several, in the order they were given")
    func several() throws {
        let others = try ["b", "a"].map {
            try UNNotificationAttachment(identifier: $0, url: attachment.url)
        }
        let content = UNMutableNotificationContent()
        content.attachments = [attachment] + others
        #expect(content.attachments.map(\.identifier) == ["id", "b", "a"])
        content.attachments.reverse()
        #expect(content.attachments.map(\.identifier) == ["a", "b", "id"])
    }

    // rows: S1-08
    @Test("are copied with the content, and kept by a request as they were")
    func copies() throws {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.attachments = [attachment]
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        let copy = try #require(content.copy() as? UNNotificationContent)
        let mutable = try #require(content.mutableCopy() as? UNMutableNotificationContent)
        #expect(copy == content)
        content.attachments = []
        #expect(copy != content)
        #expect(copy.attachments == [attachment])
        #expect(request.content.attachments == [attachment])
        mutable.attachments.append(attachment)
        #expect(copy.attachments.count == 1)
    }

    @Test("come back from an archive, with nothing looked at")
    func archive() throws {
        let content = UNMutableNotificationContent()
        content.attachments = [attachment]
        let data = try NSKeyedArchiver.archivedData(withRootObject: content, requiringSecureCoding: true)
        try FileManager.default.removeItem(at: attachment.url)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNMutableNotificationContent.self, from: data)
        #expect(back?.attachments == [attachment])
        #expect(back?.attachments.first?.url.path == attachment.url.path)
    }

    @Test("can be archived alone")
    func archiveAlone() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: attachment, requiringSecureCoding: true)
        #expect(UNNotificationAttachment.supportsSecureCoding)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationAttachment.self, from: data) == attachment
        )
    }
}

// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import Testing

@testable import UserNotifications

@Suite("What an archive says of attachments")
struct AttachmentArchiveTests {
    private static var good: [AnyHashable: Any] {
        ["identifier": "a", "path": "/tmp/image.png", "type": "public.png", "options": [AnyHashable: Any]()]
    }

    @Test("is taken as it stands")
    func taken() throws {
        let attachments = try #require(UNNotificationAttachment.list(archive: [Self.good]))
        #expect(attachments.map(\.url.path) == ["/tmp/image.png"])
        #expect(attachments.map(\.type) == ["public.png"])
    }

    private static let changes: [(String, any Sendable)] = [
        ("identifier", ""), ("identifier", 7), ("path", "image.png"), ("path", ""), ("path", "/tmp/a\0b"),
        ("path", 7), ("type", "public.heic"), ("type", ""), ("type", 7), ("options", "none"),
    ]

    @Test("is refused where a value cannot be", arguments: changes.indices)
    func refused(number: Int) {
        var values = Self.good
        values[Self.changes[number].0] = Self.changes[number].1
        #expect(UNNotificationAttachment.list(archive: [Self.good, values]) == nil)
        values[Self.changes[number].0] = nil
        #expect(UNNotificationAttachment.list(archive: [values]) == nil)
    }

    @Test("is refused where it is no list", arguments: [0, 1, 2])
    func noList(number: Int) {
        let values: [Any] = ["text", Self.good, ["text"]]
        #expect(UNNotificationAttachment.list(archive: values[number]) == nil)
    }

    @Test("makes the whole content one that cannot be read")
    func content() throws {
        let content = UNMutableNotificationContent()
        content.attachments = try #require(UNNotificationAttachment.list(archive: [Self.good]))
        let archive = try #require(content.archive)
        #expect(UNNotificationContent(archive: archive)?.attachments == content.attachments)
        // Another first letter, and the path is no longer one from the root.
        let path = [UInt8]("/tmp/image.png".utf8)
        let start = try #require(
            archive.indices.first { archive[$0...].starts(with: path) }
        )
        var changed = archive
        changed[start] = UInt8(ascii: "x")
        #expect(UNNotificationContent(archive: changed) == nil)
    }
}
#endif

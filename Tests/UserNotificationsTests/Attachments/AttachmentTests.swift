// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("An attachment")
struct AttachmentTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    // rows: S3-09, S3-13, S3-14
    @Test("is made of a file of each type, by its suffix", arguments: Sample.all)
    func types(sample: Sample) throws {
        let url = try folder.file(sample.file, try sample.bytes)
        let attachment = try #require(
            try? UNNotificationAttachment(identifier: "imageAttachment", url: url, options: nil)
        )
        #expect(attachment.type == sample.type)
        #expect(attachment.identifier == "imageAttachment")
        #expect(attachment.url == url)
        #expect(FileManager.default.fileExists(atPath: url.path), "nothing is moved before it is scheduled")
        let content = UNMutableNotificationContent()
        content.attachments = [attachment]
        #expect(content.attachments == [attachment])
    }

    @Test("without an identifier is given one, each its own")
    func identifiers() throws {
        let url = try folder.file("image.png", try Sample.png.bytes)
        let first = try UNNotificationAttachment(identifier: "", url: url)
        let second = try UNNotificationAttachment(identifier: "", url: url)
        #expect(!first.identifier.isEmpty)
        #expect(first.identifier != second.identifier)
    }

    /// What is no usable file, by a word.
    enum NoFile: CaseIterable {
        case web, noScheme, missing, directory, link, linkToNothing, pipe, device
    }

    @Test("is made of a regular file alone", arguments: NoFile.allCases)
    func noFile(kind: NoFile) throws {
        let file = try folder.file("image.png", try Sample.png.bytes)
        let other = folder.url.appending(path: "other.png")
        let url: URL
        switch kind {
        case .web: url = try #require(URL(string: "https://example.com/image.png"))
        case .noScheme: url = try #require(URL(string: "image.png"))
        case .missing: url = other
        case .directory:
            url = folder.url.appending(path: "folder.png")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case .link:
            url = other
            try FileManager.default.createSymbolicLink(at: url, withDestinationURL: file)
        case .linkToNothing:
            url = other
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "nothing")
        case .pipe:
            url = other
            try #require(mkfifo(url.path, 0o600) == 0)
        case .device: url = URL(filePath: "/dev/null")
        }
        expectRefusal(.attachmentInvalidURL, url, hint: "public.png")
    }

    @Test("is equal to another with the same values, whatever the files hold")
    func equality() throws {
        let url = try folder.file("image.png", try Sample.png.bytes)
        let other = try folder.file("other.png", try Sample.png.bytes)
        let attachment = try attach(url)
        #expect(attachment == (try attach(url)))
        #expect(attachment.hash == (try attach(url)).hash)
        #expect(attachment != (try attach(other)))
        #expect(attachment != (try UNNotificationAttachment(identifier: "another", url: url)))
        let hidden = [UNNotificationAttachmentOptionsThumbnailHiddenKey: true]
        #expect(attachment != (try UNNotificationAttachment(identifier: "id", url: url, options: hidden)))
        #expect(!attachment.isEqual("id"))
        #expect(attachment.copy() as? UNNotificationAttachment == attachment)
    }

    // rows: S3-16
    @Test("is read after access to it was asked for")
    func securityScope() throws {
        let attachment = try attach(try folder.file("image.png", try Sample.png.bytes))
        #expect(attachment.url.startAccessingSecurityScopedResource())
        defer { attachment.url.stopAccessingSecurityScopedResource() }
        #expect([UInt8](try Data(contentsOf: attachment.url)) == (try Sample.png.bytes))
    }
}

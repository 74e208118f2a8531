// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A device and the files of attachments")
struct AttachmentDeviceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A new picture with that name.
    private func picture(_ name: String) throws -> UNNotificationAttachment {
        let path = try directory.write(name, try AttachmentStoreFixture.png(), mode: 0o644)
        return try UNNotificationAttachment(identifier: "a", url: URL(filePath: path))
    }

    private func phone(
        _ folder: String = "device",
        clock: ManualClock = ManualClock(),
        _ configure: (inout DeviceConfiguration) -> Void = { _ in }
    ) async throws -> Phone {
        try await Phone(storage: .folder(directory.path(folder)), clock: clock, configure)
    }

    private func stored(_ folder: String = "device") -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path(folder) + "/attachments")) ?? []
    }

    // MARK: Requests that fail

    @Test("leave every file where it was when a request cannot be kept")
    func unarchivable() async throws {
        struct Weird {}
        let phone = try await phone()
        let attachment = try picture("1.png")
        await #expect(throws: UNError.self) {
            try await phone.add(
                Phone.request {
                    $0.attachments = [attachment]
                    $0.userInfo = ["bad": Weird()]
                }
            )
        }
        #expect(exists(attachment.url.path))
        #expect(mode(attachment.url.path) == 0o644)
        #expect(stored().isEmpty)
    }

    @Test("leave the first file where it was when the second is missing")
    func secondMissing() async throws {
        let phone = try await phone()
        let first = try picture("1.png")
        let second = try picture("2.png")
        unlink(second.url.path)
        await #expect(throws: UNError.self) {
            try await phone.add(Phone.request { $0.attachments = [first, second] })
        }
        #expect(exists(first.url.path))
        #expect(stored().isEmpty)
    }

    @Test("take one file twice in a request: each attachment has its own, and none is left behind")
    func twice() async throws {
        let phone = try await phone()
        let attachment = try picture("1.png")
        try await phone.add(Phone.request { $0.attachments = [attachment, attachment] })
        let shown = try #require(phone.presenter.presentations.first)
        #expect(Set(shown.attachments.map(\.path)).count == 2)
        #expect(stored().count == 2)
        #expect(!exists(attachment.url.path))
    }

    // MARK: Pushes

    private func receive(_ attachments: [UNNotificationAttachment]) async throws -> Phone {
        let content = UNMutableNotificationContent()
        content.title = "changed"
        content.attachments = attachments
        let handed = Handed(content: content)
        let phone = try await phone {
            $0.serviceExtension = InProcessExtension { AnsweringExtension(handed.content) }
        }
        try phone.device.receive(Fixture.push())
        await phone.device.settle()
        #expect(phone.presenter.presentations.map(\.attachments.count) == [attachments.count])
        return phone
    }

    @Test("take what an extension loaded into the temporary folder away from there")
    func loaded() async throws {
        let attachment = try picture("1.png")
        _ = try await receive([attachment])
        #expect(!exists(attachment.url.path))
    }

    @Test("leave what an extension points at elsewhere where it is: any file could be named")
    func named() async throws {
        // No temporary folder, on every Linux that has it.
        let other = "/dev/shm/sealedpush-\(UUID().uuidString).png"
        try Data(try AttachmentStoreFixture.png()).write(to: URL(filePath: other))
        defer { unlink(other) }
        _ = try await receive([try UNNotificationAttachment(identifier: "a", url: URL(filePath: other))])
        #expect(exists(other))
        #expect(stored().count == 1)
    }

    // MARK: The folder

    @Test("never remove what someone else keeps in a folder of that name")
    func someoneElses() async throws {
        try FileManager.default.createDirectory(
            atPath: directory.path("device/attachments"),
            withIntermediateDirectories: true
        )
        try directory.write("device/attachments/thesis.txt", "years of work")
        try directory.write("device/attachments/photo.png", try AttachmentStoreFixture.png())
        let phone = try await phone()
        try await phone.add(Phone.request())
        #expect(Set(stored()) == ["thesis.txt", "photo.png"])
    }

    /// What may become of the folder between two starts.
    enum Move: CaseIterable {
        case renamed, reachedThroughLink, copied
    }

    @Test("are found again by another path of the folder, scheduled or shown", arguments: Move.allCases)
    func moved(move: Move) async throws {
        let first = try await phone("before")
        let (scheduled, delivered) = (try picture("1.png"), try picture("2.png"))
        try await first.add(Phone.request("a", trigger: Phone.after(100)) { $0.attachments = [scheduled] })
        try await first.add(Phone.request("b") { $0.attachments = [delivered] })
        first.device.stop()
        let (before, after) = (directory.path("before"), directory.path("after"))
        switch move {
        case .renamed: try #require(rename(before, after) == 0)
        case .reachedThroughLink: try #require(symlink(before, after) == 0)
        case .copied: try FileManager.default.copyItem(atPath: before, toPath: after)
        }

        let second = try await phone("after", clock: first.clock)
        #expect(stored("after").count == 2)
        let pending = await second.center.pendingNotificationRequests().flatMap(\.content.attachments)
        let listed = await second.center.deliveredNotifications().flatMap(\.request.content.attachments)
        for attachments in [pending, listed] {
            #expect(attachments.map { $0.url.deletingLastPathComponent().path } == [after + "/attachments"])
            #expect(attachments.allSatisfy { exists($0.url.path) })
        }
        await second.wait(100)
        let shown = try #require(second.presenter.presentations.last)
        #expect(shown.identifier == "a")
        #expect(shown.attachments.map(\.path) == pending.map(\.url.path))
        // What it brings back is in the store, by whichever path.
        try await second.add(Phone.request("c") { $0.attachments = pending })
        #expect(stored("after").count == 3)
        second.device.stop()
        // The order of the first one's paths: a start must not take them for left over.
        let third = try await phone(move == .renamed ? "after" : "before", clock: first.clock)
        #expect(stored(move == .renamed ? "after" : "before").count == (move == .copied ? 2 : 3))
        third.device.stop()
    }

    /// A content on its way to the extension.
    ///
    /// Unchecked because content is not `Sendable`: nobody changes it any more.
    private struct Handed: @unchecked Sendable {
        let content: UNNotificationContent
    }

    /// Answers with what it is given.
    private final class AnsweringExtension: UNNotificationServiceExtension {
        private let answer: UNNotificationContent

        init(_ answer: UNNotificationContent) { self.answer = answer }

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) { contentHandler(answer) }
    }
}

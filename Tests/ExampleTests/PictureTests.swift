// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@testable import UserNotificationsExamples

@Suite("A notification with a picture")
struct PictureTests {
    // rows: S3-09 S3-10 S3-14 S3-16
    @Test("shows it, and its file is moved into the store and goes with the notification")
    func shown() async throws {
        let phone = try await TestDevice()
        let folder = try TemporaryDirectory()
        let path = try folder.write("image.png", Pictures.png)
        try await phone.device.withCurrentCenter {
            try await PictureNotification.schedule(URL(fileURLWithPath: path), title: "hangge", after: 5)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        await phone.wait(5)
        let shown = try #require(phone.presenter.presentations.first)
        #expect(shown.attachments.map(\.type) == ["public.png"])
        let notification = try #require(await phone.device.center.deliveredNotifications().first)
        #expect(PictureNotification.shownPicture(of: notification) == Data(Pictures.png))
        phone.device.center.removeAllDeliveredNotifications()
        await phone.device.settle()
        #expect(PictureNotification.shownPicture(of: notification) == nil)
    }

    @Test("whose file is no picture is refused, and the file stays")
    func refused() async throws {
        let phone = try await TestDevice()
        let folder = try TemporaryDirectory()
        let path = try folder.write("image.png", "no picture".utf8)
        await #expect(throws: UNError.self) {
            try await phone.device.withCurrentCenter {
                try await PictureNotification.schedule(URL(fileURLWithPath: path), title: "hangge", after: 5)
            }
        }
        #expect(FileManager.default.fileExists(atPath: path))
    }
}

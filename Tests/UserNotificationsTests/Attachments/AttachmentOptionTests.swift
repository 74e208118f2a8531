// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import Testing

@testable import UserNotifications

@Suite("The options of an attachment")
struct AttachmentOptionTests {
    @Test("are named by their own constants")
    func names() {
        #expect(UNNotificationAttachmentOptionsTypeHintKey == "UNNotificationAttachmentOptionsTypeHintKey")
        #expect(
            UNNotificationAttachmentOptionsThumbnailHiddenKey == "UNNotificationAttachmentOptionsThumbnailHiddenKey"
        )
        #expect(
            UNNotificationAttachmentOptionsThumbnailClippingRectKey
                == "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
        )
        #expect(UNNotificationAttachmentOptionsThumbnailTimeKey == "UNNotificationAttachmentOptionsThumbnailTimeKey")
    }

    @Test("show the whole thumbnail unless they say otherwise")
    func defaults() {
        let options = AttachmentOptions([:])
        #expect(!options.thumbnailIsHidden)
        #expect(options.clippingRectangle == nil)
        #expect(options.thumbnailTime == nil)
        #expect(options.values.isEmpty)
    }

    @Test("are kept, and come back from an archive")
    func kept() throws {
        let options = AttachmentOptions([
            UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: ["X": 0.25, "Y": 0, "Width": 0.5, "Height": 1],
            UNNotificationAttachmentOptionsThumbnailTimeKey: 3,
        ])
        #expect(options.thumbnailIsHidden)
        #expect(options.clippingRectangle == .init(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(options.thumbnailTime == 3)
        let bytes = try #require(ValueCoding.encode(options.values))
        #expect(AttachmentOptions(try #require(ValueCoding.decode(bytes) as? [AnyHashable: Any])) == options)
    }

    @Test("take a time as a fraction")
    func fraction() {
        let key = UNNotificationAttachmentOptionsThumbnailTimeKey
        #expect(AttachmentOptions([key: ["value": 3, "timescale": 2, "epoch": 0, "flags": 1]]).thumbnailTime == 1.5)
        for wrong in [["value": 3, "timescale": 0], ["value": -3, "timescale": 2], ["value": 3]] {
            #expect(AttachmentOptions([key: wrong]).thumbnailTime == nil)
        }
        #expect(AttachmentOptions([key: -1]).thumbnailTime == nil)
        #expect(AttachmentOptions([key: Double.nan]).thumbnailTime == nil)
    }

    @Test("leave out a part that is none of the picture")
    func rectangles() {
        let key = UNNotificationAttachmentOptionsThumbnailClippingRectKey
        let wrong: [[String: Double]] = [
            ["X": 0.5, "Y": 0, "Width": 0.6, "Height": 1], ["X": -0.1, "Y": 0, "Width": 0.5, "Height": 1],
            ["X": 0, "Y": 0, "Width": 0, "Height": 1], ["X": 0, "Y": 0, "Width": .infinity, "Height": 1],
            ["X": 0, "Y": 0, "Width": 1],
        ]
        for rectangle in wrong { #expect(AttachmentOptions([key: rectangle]).clippingRectangle == nil) }
        #expect(AttachmentOptions([key: "all"]).clippingRectangle == nil)
    }
}
#endif

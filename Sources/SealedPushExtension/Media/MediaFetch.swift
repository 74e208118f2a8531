// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import UserNotifications

/// Loads the media of one push and makes an attachment of them.
struct MediaFetch {
    /// What was loaded; the file goes with this value unless it is kept.
    struct Loaded {
        let attachment: UNNotificationAttachment
        let file: MediaFile
    }

    let loader: any MediaLoading
    let deadline: ContinuousClock.Instant
    /// Whether the push is not answered yet.
    let isOpen: @Sendable () -> Bool
    var folder = FileManager.default.temporaryDirectory

    func load(_ request: MediaRequest) throws(MediaError) -> Loaded {
        try request.check()
        let file = try MediaFile(in: folder)
        let sink = MediaSink(file: file, digest: request.digest, deadline: deadline, isOpen: isOpen)
        do {
            try loader.load(request.url, into: sink)
        } catch {
            throw error as? MediaError ?? MediaError(.notReached, "the media could not be loaded")
        }
        let format = try sink.finish()
        try file.add(suffix: format.suffix)
        do {
            let attachment = try UNNotificationAttachment(
                identifier: "media",
                url: file.url,
                options: [UNNotificationAttachmentOptionsTypeHintKey: format.rawValue]
            )
            return Loaded(attachment: attachment, file: file)
        } catch {
            throw MediaError(
                .notUsable,
                "the media cannot be attached: \(PrintableText.excerpt("\(error)", limit: 200))"
            )
        }
    }
}

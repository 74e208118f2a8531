// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// A request as the store keeps it.
struct RequestArchive: Sendable {
    let identifier: String
    let content: [UInt8]
    /// `nil` for a request without trigger.
    let trigger: [UInt8]?
    /// The paths of its attachments.
    let files: [String]

    /// Bytes of content that are kept: far beyond what a notification says, and what a store can hold many of.
    static let maximumLength = 16 * 1024 * 1024

    /// `nil` where `userInfo` holds what no property list and no JSON can, and where all of it is too large.
    init?(_ request: UNNotificationRequest) {
        guard let content = request.content.archive, content.count <= Self.maximumLength,
            request.identifier.utf8.count <= Self.maximumLength
        else { return nil }
        identifier = request.identifier
        self.content = content
        trigger = request.trigger?.archive
        if request.trigger != nil, trigger == nil { return nil }
        files = request.content.attachments.map(\.url.path)
    }

    /// Reads what stands in the store; `nil` when it is something else.
    ///
    /// - Parameter attachments: Where the files are by now, whatever path was written down.
    static func request(
        identifier: String,
        content: [UInt8],
        trigger: [UInt8]?,
        attachments: AttachmentFolder?
    ) -> UNNotificationRequest? {
        guard let archived = UNNotificationContent(archive: content) else { return nil }
        let content = attachments?.located(archived) ?? archived
        guard let bytes = trigger else {
            return UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
        }
        guard let trigger = UNNotificationTrigger.trigger(archive: bytes) else { return nil }
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }
}

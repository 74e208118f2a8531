// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A service extension that goes by the push's category: `modify` changes the text, `media` attaches a picture that is on the
/// device, all else stays as it is.
///
/// For pushes in the clear. What is loaded over the network takes time and may never come: `SealedService` shows that.
nonisolated final class RoutingService: UNNotificationServiceExtension {
    /// Where the app keeps its pictures.
    private let pictures: URL

    /// - Parameter pictures: A folder that app and extension share.
    init(pictures: URL) {
        self.pictures = pictures
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        switch content.categoryIdentifier {
        case "modify":
            content.title += " [modified]"
            content.body += ", modified by the extension"
        case "media":
            if let attachment = try? attachment(named: content.userInfo["picture"] as? String) {
                content.attachments = [attachment]
            }
        default:
            break
        }
        contentHandler(content)
    }

    /// A copy, since the system moves the file away.
    private func attachment(named name: String?) throws -> UNNotificationAttachment? {
        guard let name, !name.contains("/") else { return nil }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
        try FileManager.default.copyItem(at: pictures.appendingPathComponent(name), to: copy)
        return try UNNotificationAttachment(identifier: "picture", url: copy)
    }
}

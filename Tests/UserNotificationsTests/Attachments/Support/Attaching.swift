// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

/// Attaches a file under its own name.
func attach(_ url: URL, hint: Any? = nil) throws -> UNNotificationAttachment {
    try UNNotificationAttachment(
        identifier: "id",
        url: url,
        options: hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
    )
}

/// Expects that a file is refused, for one reason, in a line that names it and not its folder.
func expectRefusal(
    _ code: UNError.Code,
    _ url: URL,
    hint: Any? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        _ = try attach(url, hint: hint)
        Issue.record("\(url.lastPathComponent) was taken", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? UNError)?.code == code, "\(error)", sourceLocation: sourceLocation)
        let text = "\(error)"
        #expect(!text.contains(url.deletingLastPathComponent().path), "\(text)", sourceLocation: sourceLocation)
        #expect(!text.contains("\n"), sourceLocation: sourceLocation)
    }
}

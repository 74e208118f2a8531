// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A service extension that marks what it was given: the smallest one that does something.
nonisolated final class MarkingService: UNNotificationServiceExtension {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = bestAttemptContent else { return contentHandler(request.content) }
        content.title += " [modified]"
        contentHandler(content)
    }

    /// Whatever there is: without an answer the system shows the push as it came.
    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}

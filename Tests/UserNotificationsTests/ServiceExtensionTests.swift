// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

/// The class that Xcode makes for a new service extension, and that every tutorial starts from.
private class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        if let bestAttemptContent = bestAttemptContent {
            bestAttemptContent.title = "\(bestAttemptContent.title) [modified]"
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}

@Suite("A service extension")
struct ServiceExtensionTests {
    private let request = UNNotificationRequest(identifier: "id", content: ContentTests.full(), trigger: nil)

    // rows: S0-01 S1-01
    @Test("written as in the tutorials it changes the title and nothing else")
    func template() {
        var answers: [UNNotificationContent] = []
        let service = NotificationService()
        service.didReceive(request) { answers.append($0) }
        service.serviceExtensionTimeWillExpire()
        #expect(answers.count == 2)
        let expected = ContentTests.full()
        expected.title = "Title [modified]"
        for answer in answers { #expect(answer == expected) }
        #expect(request.content == ContentTests.full())
    }

    @Test("that overrides nothing hands the content back, and does nothing when its time is up")
    func plain() {
        var answers: [UNNotificationContent] = []
        let service = UNNotificationServiceExtension()
        service.serviceExtensionTimeWillExpire()
        service.didReceive(request) { answers.append($0) }
        #expect(answers == [ContentTests.full()])
    }
}

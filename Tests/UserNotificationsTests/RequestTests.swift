// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A request")
struct RequestTests {
    // rows: S0-01 S0-07 S0-14
    @Test("keeps a copy of its content")
    func copiesContent() {
        let content = ContentTests.full()
        let request = UNNotificationRequest(identifier: "id", content: content, trigger: nil)
        content.title = "changed"
        content.userInfo = [:]
        #expect(request.content == ContentTests.full())
        #expect(!(request.content is UNMutableNotificationContent))
    }

    @Test("is equal to one with the same identifier, content and trigger")
    func equality() {
        let request = UNNotificationRequest(identifier: "id", content: ContentTests.full(), trigger: nil)
        let same = UNNotificationRequest(identifier: "id", content: ContentTests.full(), trigger: nil)
        #expect(request == same)
        #expect(request.hash == same.hash)
        #expect(request != UNNotificationRequest(identifier: "other", content: ContentTests.full(), trigger: nil))
        #expect(request != UNNotificationRequest(identifier: "id", content: UNNotificationContent(), trigger: nil))
        #expect(!request.isEqual("id"))
    }

    @Test("is its own copy, since it never changes")
    func copy() throws {
        let request = UNNotificationRequest(identifier: "id", content: ContentTests.full(), trigger: nil)
        #expect(try #require(request.copy() as? UNNotificationRequest) == request)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("What a summary says of a notification")
struct SummaryTests {
    @available(*, deprecated, message: "tests what is deprecated")
    @Test("is kept, copied and compared, though nothing shows it")
    func summary() throws {
        let content = UNMutableNotificationContent()
        #expect(content.summaryArgument == "" && content.summaryArgumentCount == 1)
        content.summaryArgument = "Ada"
        content.summaryArgumentCount = 3
        let copy = try #require(content.copy() as? UNNotificationContent)
        #expect(copy.summaryArgument == "Ada" && copy.summaryArgumentCount == 3)
        #expect(copy == content && copy != UNNotificationContent())
        let data = try NSKeyedArchiver.archivedData(withRootObject: content, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNMutableNotificationContent.self, from: data)
        #expect(back == content)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("An error of the framework")
struct ErrorTests {
    @Test("is caught by its code, and by no other")
    func caught() {
        func kind(_ error: any Error) -> String {
            do {
                throw error
            } catch UNError.attachmentCorrupt {
                return "corrupt"
            } catch UNError.notificationsNotAllowed {
                return "not allowed"
            } catch {
                return "other"
            }
        }
        #expect(kind(UNError(.attachmentCorrupt)) == "corrupt")
        #expect(kind(UNError(.notificationsNotAllowed)) == "not allowed")
        #expect(kind(UNError(.badgeInputInvalid)) == "other")
        #expect(kind(CocoaError(.fileNoSuchFile)) == "other")
    }

    @Test("is an NSError of Apple's domain with the same number, and says what to do in a line")
    func bridged() {
        let error = UNError(.notificationInvalidNoDate)
        let bridged = error as NSError
        #expect(bridged.domain == UNErrorDomain && bridged.code == 1400)
        #expect(bridged.localizedDescription == "\(error)")
        #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("A push that is not sealed")
struct UnsealedPushTests {
    private static let json =
        #"{"aps":{"alert":{"title":"Clear","subtitle":"S","body":"Anyone may have written this"},"badge":4,"#
        + #""sound":"default","thread-id":"t","mutable-content":1},"own":"data"}"#

    @Test("is replaced by the placeholder, with nothing of it left")
    func replaced() {
        let device = Device()
        let shown = device.harness().deliver(Self.json.utf8)
        #expect(shown.reason == .notSealed)
        #expect(shown.handlerCalls == 1)
        let placeholder = UNMutableNotificationContent()
        placeholder.body = "Neutral text"
        #expect(shown.content == placeholder)
        #expect(device.failures == ["notSealed": 1])
    }

    @Test("is shown as it came where the app says so, and counts as no failure")
    func shown() throws {
        var device = Device()
        device.policy.unsealed = .show
        let reasons = Reasons()
        let shown = device.harness { hooks in
            hooks.didFail = { failure, content in
                reasons.add(failure)
                return content
            }
        }.deliver(Self.json.utf8)
        #expect(shown.reason == .notSealed)
        #expect(reasons.list == ["notSealed"])
        #expect(shown.content.title == "Clear")
        #expect(shown.content.subtitle == "S")
        #expect(shown.content.body == "Anyone may have written this")
        #expect(shown.content.badge == 4)
        #expect(shown.content.sound == .default)
        #expect(shown.content.threadIdentifier == "t")
        #expect(shown.content.userInfo["own"] as? String == "data")
        #expect(device.failures.isEmpty)
    }

    @Test("sealed by its looks alone, it is clear text: the field decides")
    func looksSealed() throws {
        var device = Device()
        device.policy.unsealed = .show
        let text = String(repeating: "QUJDREVG", count: 8)
        let shown = device.harness().deliver(#"{"aps":{"alert":"\#(text)"}}"#.utf8)
        #expect(shown.content.body == text)
    }

    @Test(
        "one that claims to be sealed and is not is never shown as it came",
        arguments: ["null", "7", #""""#, #""A=""#, "[]", "{}"]
    )
    func claims(field: String) {
        var device = Device()
        device.policy.unsealed = .show
        let shown = device.harness().deliver(#"{"aps":{"alert":"clear"},"encrypted-content":\#(field)}"#.utf8)
        #expect(shown.reason == .malformed)
        #expect(shown.content.body == "Neutral text")
    }

    @Test("without text it is the placeholder, even where the hook never returns")
    func empty() {
        var device = Device()
        device.policy.unsealed = .show
        let goOn = Event()
        let shown = device.harness { hooks in
            hooks.didFail = { _, content in
                goOn.wait()
                return content
            }
        }.deliver("{}".utf8, budget: .milliseconds(50))
        goOn.signal()
        #expect(shown.handlerCalls == 1)
        #expect(shown.content.body == "Neutral text")
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A child process as the extension")
struct ExtensionProcessTests {
    private static let push = RemotePush(
        payload:
            #"{"aps":{"alert":{"title":"T","body":"original"},"mutable-content":1},"n":null,"big":9007199254740993}"#
            .utf8,
        identifier: "push"
    )

    private func deliver(
        _ behaviour: String,
        budget: Duration = .seconds(20),
        grace: Duration = .seconds(10),
        memory: Int = ExtensionLimits.memory
    ) -> ShownNotification {
        let executable = TestFiles.products.appending(path: "ExtensionFixture").path
        let process = ExtensionProcess(
            executable: executable,
            arguments: [behaviour],
            budget: budget,
            grace: grace,
            memory: memory
        )
        return PushHost(process).deliver(Self.push)
    }

    @Test(
        "what a well-behaved extension answers is shown, with all its fields",
        arguments: ["answer", "answer-twice", "answer-and-print"]
    )
    func answer(behaviour: String) throws {
        let shown = deliver(behaviour)
        let content = try #require(shown.content)
        #expect(shown.origin == .extension)
        #expect(content.title == "changed")
        #expect(content.body == "original")
        #expect(content.userInfo["big"] as? NSNumber == 9_007_199_254_740_993)
        #expect(content.userInfo["n"] is NSNull)
    }

    @Test(
        "whatever an extension does to itself, the host survives and shows the original",
        arguments: [
            ("crash", ExtensionFailure.ended), ("abort", .ended), ("exit", .ended), ("kill-self", .ended),
            ("exit-at-once", .ended), ("rubbish", .wroteRubbish), ("rubbish-at-once", .wroteRubbish),
            ("huge-length", .wroteRubbish), ("half-a-frame", .ended), ("hog", .tookTooMuchMemory),
            ("answer-without-text", .answerIsInvisible),
        ]
    )
    func failure(behaviour: String, failure: ExtensionFailure) {
        let shown = deliver(behaviour)
        #expect(shown.origin == .originalAfterFailure(failure))
        #expect(shown.content?.title == "T")
        #expect(shown.content?.body == "original")
    }

    @Test("an extension that hangs is told that its time is up, and then ended")
    func hang() {
        let shown = deliver("hang", budget: .milliseconds(100), grace: .milliseconds(100))
        #expect(shown.origin == .originalAfterFailure(.timedOut))
    }

    @Test("an extension that answers when its time is up is shown")
    func expiry() {
        let shown = deliver("answer-at-expiry", budget: .milliseconds(100))
        #expect(shown.origin == .extensionAtExpiry)
        #expect(shown.content?.body == "in the last moment")
    }
}

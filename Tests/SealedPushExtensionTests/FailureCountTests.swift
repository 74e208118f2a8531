// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The count of failures")
struct FailureCountTests {
    @Test("takes each failure once, under its reason")
    func once() throws {
        let device = Device()
        let harness = device.harness()
        let sealed = try Push.sealed()
        for _ in 0..<3 { _ = harness.deliver(sealed.json) }
        for _ in 0..<4 { _ = harness.deliver(#"{"aps":{"alert":"x"},"encrypted-content":"_w"}"#.utf8) }
        #expect(device.failures == ["duplicate": 2, "unsupportedVersion": 4])
    }

    @Test("a log that cannot be written changes nothing for the push")
    func brokenLog() {
        let device = Device()
        var receiver = device.receiver
        receiver.failures = BrokenLog()
        let shown = ExtensionHarness(receiver) { [receiver] in HookedService(HookedService.Hooks { receiver }) }
            .deliver(#"{"aps":{"alert":"x"},"encrypted-content":"_w"}"#.utf8)
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == .unsupportedVersion)
        #expect(shown.content.body == "Neutral text")
    }
}

private struct BrokenLog: FailureLog {
    func record(_ reason: OpenFailure.Reason, at time: Timestamp) throws(KeyStoreError) {
        throw KeyStoreError(.unavailable, "disk full")
    }

    func failures() throws(KeyStoreError) -> [FailureRecord] { throw KeyStoreError(.unavailable, "disk full") }
}

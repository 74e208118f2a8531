// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@Suite("Every vector that opens, through the extension")
struct OpenedVectorTests {
    private static let opened = (Vector.all("envelope") + Vector.all("outer")).filter {
        $0.members["expect"] as? String == "opened"
    }

    @Test("the vectors are all there")
    func count() {
        #expect(Self.opened.count == 69)
    }

    @Test("shows what was sealed and nothing of what was not", arguments: opened)
    func opens(vector: Vector) throws {
        let vector = try PushVector(vector)
        let shown = vector.harness.deliver(vector.json)
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == nil)
        #expect(vector.log.failures().isEmpty)
        let payload = try #require(vector.payload)
        let alert = try Alert(payload)
        #expect(shown.content.title == alert.title)
        #expect(shown.content.subtitle == alert.subtitle)
        #expect(shown.content.body == alert.body)
        if !payload.contains("encrypted-content") { #expect(shown.content.userInfo["encrypted-content"] == nil) }
        #expect(shown.content.userInfo["sealedpush"] == nil)
    }

    @Test("kept off the screen, the same content goes to the app alone", arguments: opened)
    func hidden(vector: Vector) throws {
        let open = try PushVector(vector)
        let hidden = try PushVector(vector, hidesContent: true)
        let shown = hidden.harness.deliver(hidden.json)
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == nil)
        #expect(shown.content.title == "")
        #expect(shown.content.subtitle == "")
        #expect(shown.content.body == "New notification")
        let whole = open.harness.deliver(open.json).content.userInfo
        #expect(NSDictionary(dictionary: shown.content.userInfo) == NSDictionary(dictionary: whole))
    }
}

/// What is visible of a payload, by another parser than the one under test.
private struct Alert {
    var title = ""
    var subtitle = ""
    var body = ""

    init(_ payload: String) throws {
        // Foundation refuses a text for one number it cannot hold.
        let payload = payload.replacingOccurrences(of: "1e999", with: "1")
        let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]
        let alert = (object?["aps"] as? [String: Any])?["alert"]
        if let text = alert as? String { body = text }
        if let alert = alert as? [String: Any] {
            title = alert["title"] as? String ?? alert["title-loc-key"] as? String ?? ""
            subtitle = alert["subtitle"] as? String ?? alert["subtitle-loc-key"] as? String ?? ""
            body = alert["body"] as? String ?? alert["loc-key"] as? String ?? ""
        }
        if title.isEmpty, subtitle.isEmpty, body.isEmpty { body = "New notification" }
    }
}

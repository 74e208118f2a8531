// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@Suite("Every vector that must not open, through the extension")
struct FailingVectorTests {
    private static func failing(_ folder: String) -> [Vector] {
        Vector.all(folder).filter { $0.members["expect"] as? String != "opened" }
    }

    @Test("the vectors are all there")
    func count() {
        #expect(Self.failing("envelope").count + Self.failing("outer").count == 198)
    }

    @Test("one answer, the placeholder, and the reason for the app", arguments: failing("envelope"))
    func envelope(vector: Vector) throws {
        let vector = try PushVector(vector)
        let shown = vector.harness.deliver(vector.json)
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason?.rawValue == vector.expect)
        #expect(shown.content.body == "New notification")
        expectHarmless(shown.content, hiding: vector.ciphertexts)
        #expect(vector.log.failures().map(\.reason.rawValue) == [vector.expect])
        #expect(vector.log.failures().map(\.count) == [1])
    }

    @Test("one answer; the outer JSON is the system's to judge, the rest the extension's", arguments: failing("outer"))
    func outer(vector: Vector) throws {
        let vector = try PushVector(vector)
        let shown = vector.harness.deliver(vector.json)
        #expect(shown.handlerCalls == 1)
        if vector.expect != "malformed" {
            #expect(shown.reason?.rawValue == vector.expect)
        } else if shown.reason == nil {
            // The system's parser made something of it, and what is sealed is sealed all the same.
            #expect(shown.content.title == "Door")
            #expect(shown.content.body == "Front door opened")
            return
        } else {
            #expect(shown.reason == .notSealed)
        }
        #expect(shown.content.body == "New notification")
        expectHarmless(shown.content, hiding: vector.ciphertexts)
    }
}

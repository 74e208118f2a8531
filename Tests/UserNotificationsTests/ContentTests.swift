// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("The content of a notification")
struct ContentTests {
    /// Content with a value in every field.
    static func full() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Title"
        content.subtitle = "Subtitle"
        content.body = "Body"
        content.badge = 3
        content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))
        content.categoryIdentifier = "category"
        content.threadIdentifier = "thread"
        content.targetContentIdentifier = "window"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.filterCriteria = "work"
        content.userInfo = ["key": ["a", 1, ["deep": true]], "other": Data([1, 2])]
        return content
    }

    /// One change for each field.
    private static let changes: [(String, @Sendable (UNMutableNotificationContent) -> Void)] = [
        ("title", { $0.title = "x" }), ("subtitle", { $0.subtitle = "x" }), ("body", { $0.body = "x" }),
        ("badge", { $0.badge = 4 }), ("no badge", { $0.badge = nil }), ("sound", { $0.sound = .default }),
        ("no sound", { $0.sound = nil }), ("category", { $0.categoryIdentifier = "x" }),
        ("thread", { $0.threadIdentifier = "x" }), ("target", { $0.targetContentIdentifier = nil }),
        ("level", { $0.interruptionLevel = .passive }), ("relevance", { $0.relevanceScore = 1 }),
        ("filter", { $0.filterCriteria = "x" }), ("userInfo", { $0.userInfo["key"] = ["a", 1, ["deep": false]] }),
    ]

    // rows: S0-12 S2-07
    @Test("starts empty, active and silent")
    func defaults() {
        for content in [UNNotificationContent(), UNMutableNotificationContent()] {
            #expect(content.title == "")
            #expect(content.subtitle == "")
            #expect(content.body == "")
            #expect(content.badge == nil)
            #expect(content.sound == nil)
            #expect(content.userInfo.isEmpty)
            #expect(content.categoryIdentifier == "")
            #expect(content.threadIdentifier == "")
            #expect(content.targetContentIdentifier == nil)
            #expect(content.interruptionLevel == .active)
            #expect(content.relevanceScore == 0)
            #expect(content.filterCriteria == nil)
        }
    }

    @Test("a mutable copy is independent, both ways", arguments: changes.indices)
    func mutableCopy(number: Int) throws {
        let original = Self.full()
        let copy = try #require(original.mutableCopy() as? UNMutableNotificationContent)
        #expect(copy == original)
        #expect(copy !== original)
        Self.changes[number].1(copy)
        #expect(copy != original, "\(Self.changes[number].0)")
        #expect(original == Self.full())
        Self.changes[number].1(original)
        #expect(copy == original)
        #expect(copy.hash == original.hash)
    }

    @Test("a copy is a snapshot that cannot be changed", arguments: changes.indices)
    func copy(number: Int) throws {
        let original = Self.full()
        let copy = try #require(original.copy() as? UNNotificationContent)
        #expect(!(copy is UNMutableNotificationContent))
        Self.changes[number].1(original)
        #expect(copy == Self.full())
        let again = try #require(copy.mutableCopy() as? UNMutableNotificationContent)
        again.title = "changed"
        #expect(copy.title == "Title")
    }

    @Test("differs from other objects, and from nothing")
    func otherObjects() {
        let content = Self.full()
        #expect(!content.isEqual(nil))
        #expect(!content.isEqual("Title"))
        #expect(content.isEqual(content))
    }

    @Test("userInfo is compared as deep as it goes")
    func deep() {
        let first = Self.full()
        let second = Self.full()
        first.userInfo = ["a": [["b": [1, 2, NSNull()]]]]
        second.userInfo = ["a": [["b": [1, 2, NSNull()]]]]
        #expect(first == second)
        second.userInfo = ["a": [["b": [1, 3, NSNull()]]]]
        #expect(first != second)
    }

    @Test("0 as a badge is not the same as none")
    func badge() {
        let content = UNMutableNotificationContent()
        content.badge = 0
        #expect(content.badge == 0)
        #expect(content != UNMutableNotificationContent())
    }
}

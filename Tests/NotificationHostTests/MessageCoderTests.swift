// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("Requests and contents as bytes")
struct MessageCoderTests {
    private static var content: UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.badge = 3
        content.sound = .criticalSoundNamed(UNNotificationSoundName("bell.caf"), withAudioVolume: 0.5)
        content.filterCriteria = "f"
        content.userInfo = ["a": [1, true, NSNull(), NSNull(), NSNull(), 0.5, "x"], "b": ["c": ["d": Data([1, 2])]]]
        return content
    }

    @Test("come back as they were")
    func roundTrip() throws {
        let content = Self.content
        let bytes = try #require(MessageCoder.encode(content))
        #expect(MessageCoder.content(bytes) == content)
        let request = UNNotificationRequest(identifier: "ä", content: content, trigger: nil)
        let back = try #require(MessageCoder.encode(request).flatMap { MessageCoder.request($0) })
        #expect(back.identifier == "ä")
        #expect(back.content == content)
        #expect(back.trigger is UNPushNotificationTrigger)
    }

    @Test("cut short anywhere, they are none")
    func cut() throws {
        let content = try #require(MessageCoder.encode(Self.content))
        for count in content.indices { #expect(MessageCoder.content([UInt8](content[..<count])) == nil) }
        let request = UNNotificationRequest(identifier: "id", content: Self.content, trigger: nil)
        let bytes = try #require(MessageCoder.encode(request))
        for count in bytes.indices { #expect(MessageCoder.request([UInt8](bytes[..<count])) == nil) }
    }

    @Test("with bytes changed at random they are read or refused, and nothing traps")
    func changed() throws {
        let seed: UInt64 = 7
        var generator = SeededGenerator(seed: seed)
        let bytes = try #require(MessageCoder.encode(Self.content))
        var read = 0
        for _ in 0..<Rounds.count(20_000) {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            if MessageCoder.content(changed) != nil { read += 1 }
        }
        #expect(read > 0, "seed \(seed)")
    }

    @Test("nested without end they are refused", arguments: [9, 10] as [UInt8])
    func deep(tag: UInt8) {
        let level = [tag, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(MessageCoder.content([[UInt8]](repeating: level, count: 100_000).flatMap { $0 } + [0]) == nil)
    }

    @Test("ten thousand small objects take no time to speak of")
    func many() throws {
        let content = UNMutableNotificationContent()
        content.userInfo = ["v": [[String: Any]](repeating: ["a": 0], count: 10_000)]
        let start = ContinuousClock.now
        let bytes = try #require(MessageCoder.encode(content))
        #expect(MessageCoder.content(bytes)?.userInfo.count == 1)
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// The message inside a seal: id, time, time to live, payload.
struct MessageTests {
    private static let id: [UInt8] = (0..<16).map { $0 }

    @Test("A message is its id, time and time to live, most significant byte first, and its payload")
    func bytes() throws {
        let id = try #require(MessageID(bytes: Self.id))
        let message = Message(
            id: id,
            sentAt: Timestamp(milliseconds: 0x0102_0304_0506_0708),
            timeToLive: 0x0a0b_0c0d,
            payload: [0x7b, 0x7d]
        )
        #expect(message.bytes == Self.id + [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 0x7b, 0x7d])
        let again = try #require(Message(message.bytes[...]))
        #expect(
            again.id == id && again.sentAt == message.sentAt && again.timeToLive == message.timeToLive
        )
        #expect(again.payload == message.payload)
    }

    @Test("Fewer than 28 bytes are no message, whatever they are", arguments: 0..<28)
    func short(_ count: Int) {
        #expect(Message([UInt8](repeating: 1, count: count)[...]) == nil)
    }

    @Test(
        "A push lives as long as its sender states, 30 days where it states none, and never longer",
        arguments: [
            (0, 2_592_000), (1, 1), (2_591_999, 2_591_999), (2_592_000, 2_592_000),
            (2_592_001, 2_592_000), (.max, 2_592_000),
        ]
            as [(UInt32, UInt32)]
    )
    func life(_ timeToLive: UInt32, _ life: UInt32) throws {
        #expect(Message.life(timeToLive: timeToLive) == life)
        let id = try #require(MessageID(bytes: Self.id))
        let message = Message(
            id: id,
            sentAt: Timestamp(milliseconds: 5),
            timeToLive: timeToLive,
            payload: []
        )
        #expect(message.expiresAt == Timestamp(milliseconds: 5 + UInt64(life) * 1000))
    }

    @Test("An end beyond 64 bits is no moment")
    func overflow() throws {
        let id = try #require(MessageID(bytes: Self.id))
        func end(_ sentAt: UInt64) -> Timestamp? {
            Message(id: id, sentAt: Timestamp(milliseconds: sentAt), timeToLive: 1, payload: []).expiresAt
        }
        #expect(end(.max - 1000) == Timestamp(milliseconds: .max))
        #expect(end(.max - 999) == nil)
        #expect(end(.max) == nil)
    }
}

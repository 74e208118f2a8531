// SPDX-License-Identifier: Apache-2.0

/// What is signed and sealed: id, time, time to live, payload (`EnvelopeFormat`, "The inner part").
package struct Message: Sendable {
    /// Id (16), sent at (8), time to live (4).
    package static let fixedLength = 28

    package let id: MessageID
    package let sentAt: Timestamp
    /// Seconds; 0 = the sender states none.
    package let timeToLive: UInt32
    package let payload: [UInt8]

    package init(id: MessageID, sentAt: Timestamp, timeToLive: UInt32, payload: [UInt8]) {
        self.id = id
        self.sentAt = sentAt
        self.timeToLive = timeToLive
        self.payload = payload
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.fixedLength + payload.count)
        bytes += id.bytes
        bytes += sentAt.milliseconds.bigEndianBytes
        bytes += timeToLive.bigEndianBytes
        bytes += payload
        return bytes
    }

    /// `nil` when there are fewer bytes than the fixed part has.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.fixedLength else { return nil }
        let start = bytes.startIndex
        guard let id = MessageID(bytes: bytes[start..<start + 16]) else { return nil }
        self.id = id
        sentAt = Timestamp(milliseconds: UInt64(bigEndianBytes: bytes[start + 16..<start + 24]))
        timeToLive = UInt32(bigEndianBytes: bytes[start + 24..<start + 28])
        payload = [UInt8](bytes[(start + Self.fixedLength)...])
    }

    /// How long a push lives: what the sender stated, 30 days where it stated none, never more.
    package static func life(timeToLive: UInt32) -> UInt32 {
        timeToLive == 0 ? Limits.timeToLive : min(timeToLive, Limits.timeToLive)
    }

    /// When the push expires; `nil` only where the sum is beyond 64 bits.
    package var expiresAt: Timestamp? {
        let (sum, overflow) = sentAt.milliseconds.addingReportingOverflow(
            UInt64(Self.life(timeToLive: timeToLive)) * 1000
        )
        return overflow ? nil : Timestamp(milliseconds: sum)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import Testing

/// The lists at their real size: 100,000 pushes of each signer, 10,000 unsigned ones.
struct SeenCapacityTests {
    private static func push(_ number: Int, signer: SigningKey.Public?) throws -> SeenPush {
        SeenPush(
            signer: signer,
            id: try #require(MessageID(bytes: UInt64(number).bigEndianBytes + [UInt8](repeating: 0, count: 8))),
            sentAt: Timestamp(milliseconds: UInt64(number)),
            staleFrom: Timestamp(milliseconds: .max)
        )
    }

    @Test(
        "A list holds as many as the format says, drops the earliest for the next, and takes no longer when full",
        arguments: [true, false]
    )
    func capacity(_ signed: Bool) throws {
        let signer = signed ? try Sample.signer().publicKey : nil
        let capacity = signed ? 100_000 : 10_000
        let seen = InMemorySeenIDs()
        var clock = ContinuousClock.now
        func lap() -> Duration {
            defer { clock = .now }
            return ContinuousClock.now - clock
        }
        for number in 1...capacity { _ = seen.record(try Self.push(number, signer: signer), now: Sample.now) }
        _ = lap()
        #expect(try seen.lookUp(Self.push(0, signer: signer)) == .new, "full, and still no floor")
        #expect(try seen.lookUp(Self.push(1, signer: signer)) == .duplicate)
        for number in 1...1000 {
            #expect(try seen.record(Self.push(capacity + number, signer: signer), now: Sample.now) == .new)
        }
        // A thousand of them, each with a place in a heap to find: seconds would mean the whole list was gone through.
        #expect(lap() < .seconds(5))
        #expect(try seen.lookUp(Self.push(1000, signer: signer)) == .belowFloor)
        #expect(try seen.lookUp(Self.push(1001, signer: signer)) == .duplicate)
        #expect(try seen.lookUp(Self.push(capacity + 1000, signer: signer)) == .duplicate)
    }

    @Test("A flood of unsigned pushes leaves the lists of signers as they were")
    func flood() throws {
        let seen = InMemorySeenIDs()
        let signer = try Sample.signer().publicKey
        #expect(try seen.record(Self.push(1, signer: signer), now: Sample.now) == .new)
        for number in 100...10_200 { _ = seen.record(try Self.push(number, signer: nil), now: Sample.now) }
        #expect(try seen.lookUp(Self.push(50, signer: nil)) == .belowFloor)
        #expect(try seen.lookUp(Self.push(1, signer: signer)) == .duplicate)
        #expect(try seen.lookUp(Self.push(50, signer: signer)) == .new)
        #expect(try seen.lookUp(Self.push(50, signer: Sample.signer(4).publicKey)) == .new)
    }
}

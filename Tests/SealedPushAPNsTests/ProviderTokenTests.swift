// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Provider tokens")
struct ProviderTokenTests {
    private static let start: UInt64 = 1_750_000_000

    /// Tokens that are only the second they were issued at.
    private func tokens(_ clocks: ManualClocks) -> ProviderTokens {
        ProviderTokens(clocks: clocks.clocks) { String($0.seconds) }
    }

    @Test("live 40 minutes, by the clock that never jumps")
    func lifetime() throws {
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        #expect(try tokens.token().text == "1750000000")
        clocks.pass(minutes: 39)
        #expect(try tokens.token().generation == 1)
        clocks.pass(minutes: 1)
        #expect(try tokens.token().text == String(Self.start + 40 * 60))
        #expect(try tokens.token().generation == 2)
    }

    @Test(
        "are renewed in time though the wall clock was set back or ahead, and never sooner than after 20 minutes",
        arguments: [-7_200, -3_600, -600, 600, 3_600, 86_400]
    )
    func clockStep(seconds: Int) throws {
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        _ = try tokens.token()
        clocks.pass(minutes: 10)
        clocks.setWall(by: seconds)
        #expect(try tokens.token().generation == 1)
        clocks.pass(minutes: 9)
        #expect(try tokens.token().generation == 1)
        clocks.pass(minutes: 1)
        let renewed = try tokens.token()
        #expect(renewed.generation == 2)
        #expect(renewed.text == String(Int(Self.start) + 20 * 60 + seconds))
        for minute in 1..<40 {
            clocks.pass(minutes: 1)
            #expect(try tokens.token().generation == 2, "minute \(minute)")
        }
        clocks.pass(minutes: 1)
        #expect(try tokens.token().generation == 3)
    }

    @Test("are never older than an hour, whatever the wall clock does")
    func neverTooOld() throws {
        var generator = SeededGenerator(seed: 11)
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        var madeAt = Duration.zero
        var generation = 0
        for _ in 0..<5_000 {
            clocks.pass(minutes: Int.random(in: 0...15, using: &generator))
            if Int.random(in: 0..<5, using: &generator) == 0 {
                clocks.setWall(by: Int.random(in: -9_000...9_000, using: &generator))
            }
            let token = try tokens.token()
            let now = clocks.clocks.steady()
            if token.generation != generation {
                #expect(generation == 0 || now - madeAt >= .seconds(20 * 60))
                (generation, madeAt) = (token.generation, now)
            }
            #expect(now - madeAt < .seconds(60 * 60))
        }
        #expect(generation > 100)
    }

    @Test("that are refused as expired are made anew once, for all pushes that were sent with them")
    func refusedOnce() throws {
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        _ = try tokens.token()
        #expect(try tokens.renewAfterRefusal(of: 1, isExpired: true))
        #expect(try tokens.renewAfterRefusal(of: 1, isExpired: true))
        #expect(try tokens.token().generation == 2)
        // The new one too: it is not the token.
        #expect(try !tokens.renewAfterRefusal(of: 2, isExpired: true))
        #expect(try tokens.token().generation == 2)
        clocks.pass(minutes: 21)
        #expect(try tokens.renewAfterRefusal(of: 2, isExpired: true))
    }

    @Test("that are refused as invalid are made anew only if the clock was set since")
    func invalid() throws {
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        _ = try tokens.token()
        #expect(try !tokens.renewAfterRefusal(of: 1, isExpired: false))
        clocks.setWall(by: -3_600)
        #expect(try tokens.renewAfterRefusal(of: 1, isExpired: false))
        #expect(try tokens.token().text == String(Self.start - 3_600))
    }

    @Test("give way to the one before when APNs has seen too many")
    func tooMany() throws {
        let clocks = ManualClocks(wall: Self.start)
        var tokens = tokens(clocks)
        _ = try tokens.token()
        let hasPrevious = tokens.keepPrevious(refused: 1)
        #expect(!hasPrevious)
        clocks.pass(minutes: 40)
        #expect(try tokens.token().generation == 2)
        // Two pushes that were sent with it.
        for _ in 0..<2 {
            let hasPrevious = tokens.keepPrevious(refused: 2)
            #expect(hasPrevious)
        }
        #expect(try tokens.token().generation == 1)
        clocks.pass(minutes: 19)
        #expect(try tokens.token().generation == 1)
        clocks.pass(minutes: 1)
        #expect(try tokens.token().generation == 3)
    }

    @Test("are renewed under way, and the push that met the old one goes out again by itself")
    func renewal() async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client { $0.clocks.wall = clocks.clocks.wall }
        _ = try await client.send(Sample.request(0))
        // The server's clock goes on by 61 minutes, and so does this machine's; the steady one does not notice.
        try await server.set("clock", 3_660)
        clocks.setWall(by: 3_660)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...50 { group.addTask { try await client.send(Sample.request(number)).attempts } }
            for try await attempts in group { #expect(attempts <= 2) }
        }
        let report = try await server.report()
        #expect(report.tokens == 2)
        #expect(report.accepted.count == 51)
    }

    @Test(
        "a clock that is off is the explanation, with how far and which way",
        arguments: [(7_200, "2 h 0 min ahead of"), (-7_200, "2 h 0 min behind"), (-3_900, "1 h 5 min behind")]
    )
    func wrongClock(offset: Int, text: String) async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: UInt64(Int(Timestamp.now().seconds) + offset))
        let client = try server.client { $0.clocks.wall = clocks.clocks.wall }
        let error = try await client.failure(Sample.request())
        #expect(error.code == .credentialsRefused)
        #expect(error.description.hasSuffix(": this machine's clock is \(text) the server's: set it"), "\(error)")
        // Once set, the next push passes, with a new token.
        clocks.setWall(by: -offset)
        #expect(try await client.send(Sample.request()).attempts == 2)
    }

    @Test("a server without a date leaves the general explanation")
    func noDate() async throws {
        let server = try await TestAPNs.start()
        try await server.set("date", false)
        let clocks = ManualClocks(wall: Timestamp.now().seconds - 7_200)
        let client = try server.client { $0.clocks.wall = clocks.clocks.wall }
        let error = try await client.failure(Sample.request())
        #expect(error.reason == .expiredProviderToken)
        #expect(error.description.hasSuffix("a new provider token counts as old: set this machine's clock"))
    }

    @Test("that come too often are not made again: the old one serves on")
    func tooManyUpdates() async throws {
        let server = try await TestAPNs.start()
        try await server.set("updateInterval", 1_200)
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client { $0.clocks = clocks.clocks }
        _ = try await client.send(Sample.request(0))
        // To this machine 40 minutes have passed, to the server none.
        clocks.passSteady(minutes: 40)
        let receipt = try await client.send(Sample.request(1))
        #expect(receipt.attempts == 2)
        let report = try await server.report()
        #expect(report.tokens == 1)
        #expect(report.log.count == 3)
        #expect(try await client.send(Sample.request(2)).attempts == 1)
    }
}

// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("The connection")
struct ConnectionTests {
    /// Sends so many pushes at once.
    private func send(_ count: Int, from first: Int = 0, with client: APNsClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in first..<first + count {
                group.addTask { _ = try await client.send(Sample.request(number)) }
            }
            try await group.waitForAll()
        }
    }

    @Test("is one for hundreds of pushes, with one stream until the first provider token was accepted, and many then")
    func oneStreamFirst() async throws {
        let server = try await TestAPNs.start()
        try await server.set("delay", 0.02)
        let client = try server.client()
        try await send(300, with: client)
        let report = try await server.report()
        #expect(report.violations == [])
        #expect(report.connections == 1)
        #expect(report.tokens == 1)
        #expect(report.mostStreams > 10)
        #expect(report.accepted.count == 300)
        #expect(report.priorities == 0)
    }

    @Test("begins with one stream again after each loss, however many pushes wait")
    func oneStreamAfterLoss() async throws {
        let server = try await TestAPNs.start()
        for number in stride(from: 20, to: 400, by: 40) {
            try await server.script(Sample.device(number), .named(number % 80 == 20 ? "cut" : "goaway"))
        }
        let client = try server.client { $0.retry.attempts = 100 }
        try await send(400, with: client)
        let report = try await server.report()
        #expect(report.violations == [])
        #expect(report.connections > 1)
        #expect(report.accepted.count == 400)
    }

    @Test("stays at one stream while no provider token is accepted")
    func neverProven() async throws {
        let server = try await TestAPNs.start()
        let client = try APNsClient(try server.configuration(server.credentials("foreign.p8")))
        try await withThrowingTaskGroup(of: APNsError.self) { group in
            for number in 0..<20 { group.addTask { try await client.failure(Sample.request(number)) } }
            for try await error in group { #expect(error.code == .credentialsRefused) }
        }
        let report = try await server.report()
        #expect(report.mostStreams == 1)
        #expect(report.violations == [])
        #expect(report.requests == 20)
    }

    @Test("has as many streams as the server allows, and no more", arguments: [1, 3, 20])
    func streamLimit(limit: Int) async throws {
        let server = try await TestAPNs.start()
        try await server.set("streams", limit)
        let count = 100
        let held = (1...count).map { (Sample.device($0), [TestAPNs.Fault.named("held")]) }
        try await server.script(Dictionary(uniqueKeysWithValues: held))
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client { $0.clocks = clocks.clocks }
        _ = try await client.send(Sample.request(0))
        async let sending: Void = send(count, from: 1, with: client)
        // The server answers none of them until it has all that it allows.
        for arrived in stride(from: limit, to: count, by: limit) {
            try await server.waitForRequests(1 + arrived)
            try await server.release()
        }
        try await server.waitForRequests(1 + count)
        try await server.release()
        try await sending
        let report = try await server.report()
        #expect(report.mostStreams == limit)
        #expect(report.violations == [])
        #expect(report.connections == 1)
        #expect(report.accepted.count == 1 + count)
        #expect(report.accepted.values.allSatisfy { $0 == 1 })
    }

    @Test("keeps to a limit that is lowered and raised under way")
    func changingLimit() async throws {
        let server = try await TestAPNs.start()
        try await server.set("delay", 0.005)
        let client = try server.client { $0.maximumStreams = 60 }
        async let sending: Void = send(400, with: client)
        for limit in [40, 2, 50, 1, 30] {
            try await server.waitForRequests(min(400, try await server.report().requests + 20))
            try await server.set("streams", limit)
        }
        try await sending
        let report = try await server.report()
        #expect(report.accepted.count == 400)
        #expect(report.violations == [])
    }

    @Test("has no more streams than the client is set to")
    func ownLimit() async throws {
        let server = try await TestAPNs.start()
        try await server.set("delay", 0.005)
        let client = try server.client { $0.maximumStreams = 7 }
        try await send(60, with: client)
        #expect(try await server.report().mostStreams == 7)
    }

    @Test("is made anew after GOAWAY, and the pushes under way are answered on the old one")
    func goAway() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client()
        _ = try await client.send(Sample.request(1))
        try await server.script(Sample.device(2), .named("held"))
        let held = Task { try await client.send(Sample.request(2)) }
        try await server.waitForRequests(2)
        try await server.goAway()
        // It waits for the old one's last answer no longer than a moment.
        let next = Task { try await client.send(Sample.request(3)) }
        try await server.waitForRequests(3)
        try await server.release()
        #expect(try await held.value.attempts == 1)
        #expect(try await next.value.attempts == 1)
        let report = try await server.report()
        #expect(report.log.map(\.connection) == [1, 1, 2])
        #expect(report.violations == [])
    }

    @Test("stays though a push is answered late and nothing else was sent for a minute")
    func slowAnswer() async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client {
            $0.clocks = clocks.clocks
            $0.requestTimeout = .seconds(120)
        }
        _ = try await client.send(Sample.request(0))
        try await server.script(Sample.device(1), .named("held"))
        let held = Task { try await client.send(Sample.request(1)) }
        try await server.waitForRequests(2)
        clocks.pass(minutes: 1)
        try await send(20, from: 10, with: client)
        try await server.release()
        _ = try await held.value
        #expect(try await server.report().connections == 1)
    }

    @Test("that was closed while nothing was sent costs no attempt")
    func closedWhileIdle() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.retry.attempts = 1 }
        _ = try await client.send(Sample.request(1))
        try await server.cut()
        // With one attempt alone: a dead connection must be seen before anything goes out on it.
        let receipt = try await client.send(Sample.request(2))
        #expect(receipt.attempts == 1)
        #expect(try await server.report().connections == 2)
    }

    @Test("is closed when the client goes, and when it is closed")
    func ends() async throws {
        let server = try await TestAPNs.start()
        var client: APNsClient? = try server.client()
        _ = try await client?.send(Sample.request(1))
        let other = try server.client()
        _ = try await other.send(Sample.request(2))
        #expect(try await server.report().open == 2)
        client = nil
        await other.close()
        let deadline = ContinuousClock.now + .seconds(30)
        while try await server.report().open > 0, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try await server.report().open == 0)
    }

    @Test("sees no stream reset that was answered, however the server ends it", arguments: [false, true])
    func noResets(lengths: Bool) async throws {
        let server = try await TestAPNs.start()
        try await server.set("lengths", lengths)
        for number in stride(from: 5, to: 300, by: 10) {
            try await server.script(Sample.device(number), .answer(429, "TooManyRequests"))
        }
        try await send(300, with: try server.client())
        let report = try await server.report()
        #expect(report.accepted.count == 300)
        #expect(report.resetFrames == 0)
        #expect(report.connections == 1)
    }

    @Test("is made anew at once by a server that ends each after a number of pushes", .timeLimit(.minutes(1)))
    func endedOften() async throws {
        let server = try await TestAPNs.start()
        for number in stride(from: 150, to: 900, by: 150) {
            try await server.script(Sample.device(number), .named("goaway-after"))
        }
        // Time stands still: whoever waits before connecting waits for ever.
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client {
            $0.clocks = clocks.clocks
            $0.maximumStreams = 20
        }
        let results = Results()
        for number in 0..<900 {
            let request = Sample.request(number)
            try await client.submit(request) { results.add(request.id, $0) }
        }
        await results.wait(for: 900)
        let report = try await server.report()
        #expect(report.accepted.count == 900)
        #expect(report.connections == 6)
    }

    @Test("that is closed before the server has said a word is no reason to give up")
    func closedAtOnce() async throws {
        let server = try await TestAPNs.start()
        try await server.set("closing", 2)
        _ = try await server.client().send(Sample.request(1))
        #expect(try await server.report().connections == 3)
    }

    @Test("may break behind an acceptance: what was accepted is not sent again")
    func brokenAnswer() async throws {
        let server = try await TestAPNs.start()
        try await server.script(Sample.device(1), .named("answer-reset"))
        #expect(try await server.client().send(Sample.request(1)).attempts == 1)
        #expect(try await server.report().accepted.values.reduce(0, +) == 1)
    }

    /// Makes the driver look around, without a push that reaches the server.
    private func wake(_ client: APNsClient) async throws {
        var request = Sample.request(99)
        request.expiration = Timestamp(milliseconds: 1_000)
        #expect(try await client.failure(request).code == .expired)
    }

    private func waitForPing(_ server: TestAPNs) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try await server.report().pings == 0, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try await server.report().pings == 1)
    }

    @Test("is asked for a sign of life after an hour of silence, and stays when it gives one")
    func ping() async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client { $0.clocks = clocks.clocks }
        _ = try await client.send(Sample.request(1))
        clocks.passSteady(minutes: 59)
        _ = try await client.send(Sample.request(2))
        #expect(try await server.report().pings == 0)
        clocks.passSteady(minutes: 61)
        _ = try await client.send(Sample.request(3))
        try await waitForPing(server)
        clocks.passSteady(minutes: 1)
        #expect(try await client.send(Sample.request(4)).attempts == 1)
        #expect(try await server.report().connections == 1)
    }

    @Test("is replaced before the next push when an hour was silent and no sign of life came")
    func noPong() async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client {
            $0.clocks = clocks.clocks
            $0.retry.attempts = 1
        }
        _ = try await client.send(Sample.request(1))
        try await server.deafen()
        clocks.passSteady(minutes: 61)
        try await wake(client)
        try await waitForPing(server)
        clocks.passSteady(minutes: 1)
        #expect(try await client.send(Sample.request(2)).attempts == 1)
        #expect(try await server.report().connections == 2)
    }

    @Test("is used until all is answered when the client is closed, and for nothing new")
    func closing() async throws {
        let server = try await TestAPNs.start()
        try await server.script(Sample.device(1), .named("held"))
        let client = try server.client()
        let held = Task { try await client.send(Sample.request(1)) }
        try await server.waitForRequests(1)
        let closing = Task { await client.close() }
        while true {
            // Until the other task has come to close it.
            let result = await Task { try await client.send(Sample.request(2)) }.result
            guard case .failure(let error) = result else { continue }
            #expect((error as? APNsError)?.code == .closed)
            break
        }
        try await server.release()
        #expect(try await held.value.attempts == 1)
        await closing.value
        let error = await #expect(throws: APNsError.self) { try await client.submit(Sample.request(3)) { _ in } }
        #expect(error?.code == .closed)
        await client.close()
    }
}

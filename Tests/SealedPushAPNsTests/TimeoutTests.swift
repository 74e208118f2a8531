// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Time that runs out")
struct TimeoutTests {
    @Test("a push without an answer is sent again on another connection, and then given up with a word of doubt")
    func noAnswer() async throws {
        let server = try await TestAPNs.start()
        try await server.script(Sample.device(1), .named("stall"), .named("stall"), .named("stall"))
        let client = try server.client {
            $0.requestTimeout = .milliseconds(100)
            $0.retry.attempts = 2
        }
        let error = try await client.failure(Sample.request(1))
        #expect(error.code == .timedOut)
        #expect(error.attempts == 2)
        #expect(error.mayHaveBeenAccepted)
        #expect(error.description.contains("no answer from localhost:\(server.port) within 0.1 seconds"))
        #expect(try await server.report().log.map(\.connection) == [1, 2])
        // And one stalled push once is no more than a delay.
        let patient = try server.client { $0.requestTimeout = .seconds(2) }
        #expect(try await patient.send(Sample.request(1)).attempts >= 2)
    }

    @Test("a push that stalls alone does not cost the others their connection")
    func aloneOnStream() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.requestTimeout = .seconds(3) }
        _ = try await client.send(Sample.request(0))
        try await server.script(Sample.device(1), .named("stall"))
        let stalled = Task { try await client.send(Sample.request(1)) }
        try await server.waitForRequests(2)
        _ = try await client.send(Sample.request(2))
        #expect(try await stalled.value.attempts == 2)
        #expect(try await server.report().connections == 1)
    }

    @Test("a host that takes the connection and says nothing is given up after the time for connecting")
    func silentHost() async throws {
        let silent = try SilentHost()
        let server = try await TestAPNs.start()
        let client = try server.client {
            $0.environment = APNsEnvironment(host: "127.0.0.1", port: silent.port)
            $0.connectTimeout = .milliseconds(100)
            $0.retry.attempts = 2
        }
        let error = try await client.failure(Sample.request())
        #expect(error.code == .unreachable)
        #expect(error.attempts == 2)
        #expect(!error.mayHaveBeenAccepted)
        #expect(
            error.description.hasPrefix(
                "no connection to 127.0.0.1:\(silent.port) within 0.1 seconds; check the network"
            )
        )
    }

    @Test("a push is given up when its whole time is over, though attempts are left")
    func deadline() async throws {
        let server = try await TestAPNs.start()
        try await server.script(Sample.device(1), .answer(429, "TooManyRequests"))
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client {
            $0.clocks = clocks.clocks
            $0.retry.firstDelay = .seconds(30)
            $0.retry.longestDelay = .seconds(30)
            $0.jitter = { 1 }
        }
        let sending = Task { try await client.failure(Sample.request(1)) }
        try await server.waitForRequests(1)
        // Its answer comes after that to the first, which waits to be sent again then.
        _ = try await client.send(Sample.request(2))
        clocks.pass(minutes: 2)
        _ = try await client.send(Sample.request(3))
        let error = try await sending.value
        #expect(error.code == .busy)
        #expect(error.attempts == 1)
        #expect(error.description.hasSuffix("(gave up: its time, 120.0 seconds, is over)"))
    }

    @Test(
        "a push without an answer is given up when its whole time is over, and the rest of its time is what it waited"
    )
    func deadlineUnderWay() async throws {
        let server = try await TestAPNs.start()
        let clocks = ManualClocks(wall: Timestamp.now().seconds)
        let client = try server.client {
            $0.clocks = clocks.clocks
            $0.requestTimeout = .seconds(600)
        }
        _ = try await client.send(Sample.request(0))
        try await server.script(Sample.device(1), .named("stall"))
        let sending = Task { try await client.failure(Sample.request(1)) }
        try await server.waitForRequests(2)
        clocks.pass(minutes: 2)
        _ = try await client.send(Sample.request(2))
        let error = try await sending.value
        #expect(error.code == .timedOut)
        #expect(error.mayHaveBeenAccepted)
        #expect(
            error.description
                == "no answer from localhost:\(server.port) in time (gave up: its time, 120.0 seconds, is over)"
        )
    }

    @Test("pushes that only wait for a connection are given up in time too, and told why there is none")
    func neverConnected() async throws {
        let silent = try SilentHost()
        let server = try await TestAPNs.start()
        let client = try server.client {
            $0.environment = APNsEnvironment(host: "127.0.0.1", port: silent.port)
            $0.connectTimeout = .milliseconds(50)
            $0.retry.attempts = 1_000_000
            $0.retry.deadline = .seconds(2)
        }
        await withTaskGroup(of: APNsError?.self) { group in
            for number in 0..<20 {
                group.addTask { try? await client.failure(Sample.request(number)) }
            }
            for await error in group { #expect(error?.code == .unreachable) }
        }
    }

    @Test("the pushes to a device that had too many wait together, and no others wait for them")
    func deviceHold() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client {
            $0.retry.firstDelay = .milliseconds(300)
            $0.retry.longestDelay = .milliseconds(300)
            $0.jitter = { 1 }
        }
        _ = try await client.send(Sample.request(0))
        try await server.script(Sample.device(1), .answer(429, "TooManyRequests"))
        let first = Task { try await client.send(Sample.request(1)) }
        try await server.waitForRequests(2)
        // The answer is on its way before this one is asked for.
        _ = try await client.send(Sample.request(2))
        let second = Task { try await client.send(Sample.request(1)) }
        #expect(try await first.value.attempts == 2)
        #expect(try await second.value.attempts == 1)
        let log = try await server.report().log
        let times = log.filter { $0.headers[":path"] == "/3/device/\(Sample.device(1))" }.map(\.time)
        try #require(times.count == 3)
        #expect(times[1] - times[0] >= 0.29)
        #expect(times[2] - times[0] >= 0.29)
    }
}

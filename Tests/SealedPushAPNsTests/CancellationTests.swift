// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Cancelling")
struct CancellationTests {
    private func error(of task: Task<APNsReceipt, any Error>) async -> APNsError? {
        switch await task.result {
        case .success: nil
        case .failure(let error): error as? APNsError
        }
    }

    @Test("a push that is under way takes its stream back and leaves the others alone")
    func underWay() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.requestTimeout = .seconds(60) }
        _ = try await client.send(Sample.request(0))
        try await server.script(Sample.device(1), .named("stall"))
        try await server.script(Sample.device(2), .named("held"))
        let stalled = Task { try await client.send(Sample.request(1)) }
        let held = Task { try await client.send(Sample.request(2)) }
        try await server.waitForRequests(3)
        stalled.cancel()
        let error = try #require(await error(of: stalled))
        #expect(error.code == .cancelled)
        #expect(error.mayHaveBeenAccepted)
        // On the same connection after the reset, so the reset has arrived before it.
        #expect(try await client.send(Sample.request(3)).attempts == 1)
        try await server.release()
        #expect(try await held.value.attempts == 1)
        let report = try await server.report()
        #expect(report.resets == 1)
        #expect(report.connections == 1)
    }

    @Test("before it is sent keeps a push from being sent")
    func before() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(Sample.request(1))
        }
        task.cancel()
        let error = try #require(await error(of: task))
        #expect(error.code == .cancelled)
        #expect(!error.mayHaveBeenAccepted)
        _ = try await client.send(Sample.request(2))
        #expect(try await server.report().requests == 1)
    }

    @Test("one that waits for room, or to be sent again, frees its place")
    func waiting() async throws {
        let server = try await TestAPNs.start()
        try await server.script(Sample.device(1), .answer(503, "ServiceUnavailable"))
        let client = try server.client {
            $0.maximumOutstanding = 1
            $0.retry.firstDelay = .seconds(3_600)
            $0.retry.longestDelay = .seconds(3_600)
            $0.retry.deadline = .seconds(7_200)
            $0.jitter = { 1 }
        }
        let backingOff = Task { try await client.send(Sample.request(1)) }
        try await server.waitForRequests(1)
        let waiting = Task { try await client.send(Sample.request(2)) }
        let submitting = Task {
            try await client.submit(Sample.request(3)) { _ in Issue.record("told of a push that never got in") }
        }
        waiting.cancel()
        submitting.cancel()
        #expect(await error(of: waiting)?.mayHaveBeenAccepted == false)
        let refusal = await #expect(throws: APNsError.self) { try await submitting.value }
        #expect(refusal?.code == .cancelled)
        backingOff.cancel()
        #expect(await error(of: backingOff)?.code == .cancelled)
        #expect(try await client.send(Sample.request(4)).attempts == 1)
    }

    @Test("at any moment ends every push exactly once, and the client goes on")
    func storm() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.maximumOutstanding = 20 }
        let count = Rounds.count(2_000)
        var generator = SeededGenerator(seed: 7)
        var tasks: [Task<APNsReceipt, any Error>] = []
        for number in 0..<count {
            tasks.append(Task { try await client.send(Sample.request(number)) })
            if let victim = tasks.randomElement(using: &generator), number % 2 == 0 { victim.cancel() }
            if number % 50 == 0 { await Task.yield() }
        }
        var accepted = 0
        for task in tasks {
            switch await task.result {
            case .success: accepted += 1
            case .failure(let error): #expect((error as? APNsError)?.code == .cancelled)
            }
        }
        _ = try await client.send(Sample.request(count))
        let report = try await server.report()
        #expect(report.accepted.count > accepted)
        #expect(report.violations == [])
        #expect(report.connections == 1)
    }

    @Test("a client that goes ends what was submitted, and says so once")
    func abandoned() async throws {
        let server = try await TestAPNs.start()
        let results = Results()
        do {
            let client = try server.client()
            for number in 1...50 {
                try await server.script(Sample.device(number), .named("stall"))
                let request = Sample.request(number)
                try await client.submit(request) { results.add(request.id, $0) }
            }
            try await server.waitForRequests(1)
        }
        await results.wait(for: 50)
        for result in results.all.values {
            #expect(result.count == 1)
            let error = #expect(throws: APNsError.self) { try result.first?.get() }
            #expect(error?.code == .closed)
        }
    }
}

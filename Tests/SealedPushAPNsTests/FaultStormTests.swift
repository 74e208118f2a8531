// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Thousands of pushes through every fault at once")
struct FaultStormTests {
    #if DEBUG
    private static let count = 500
    #else
    private static let count = 10_000
    #endif

    private static let faults: [TestAPNs.Fault] = [
        .named("reset"), .named("refuse"), .named("goaway"), .named("goaway-after"), .named("cut"), .named("cut-after"),
        .named("stall"), .answer(429, "TooManyRequests"), .answer(500, "InternalServerError"),
        .answer(503, "ServiceUnavailable"), .answer(503, "Shutdown"), .answer(400, "IdleTimeout"),
    ]

    @Test("none is lost, none is reported that was not accepted, and only what had no answer is sent twice")
    func storm() async throws {
        let server = try await TestAPNs.start()
        // One push in a hundred meets each of the faults, once.
        var script: [String: [TestAPNs.Fault]] = [:]
        for number in 0..<Self.count where number % 100 < Self.faults.count {
            script[Sample.device(number)] = [Self.faults[number % 100]]
        }
        try await server.script(script)
        let client = try server.client {
            $0.maximumStreams = 50
            $0.maximumOutstanding = 200
            $0.requestTimeout = .seconds(1)
            $0.retry.attempts = 100
            $0.retry.deadline = .seconds(300)
        }
        let results = Results()
        var sent: Set<MessageID> = []
        for number in 0..<Self.count {
            let request = Sample.request(number)
            sent.insert(request.id)
            try await client.submit(request) { results.add(request.id, $0) }
        }
        await results.wait(for: Self.count)

        let report = try await server.report()
        let all = results.all
        #expect(Set(all.keys) == sent)
        #expect(all.values.allSatisfy { $0.count == 1 }, "every push has one result")
        let failures = all.values.compactMap { result -> APNsError? in
            if case .failure(let error) = result.first { error } else { nil }
        }
        #expect(failures.map(\.description) == [])
        #expect(Set(report.accepted.keys) == Set(sent.map(\.description)), "each was accepted")
        for (id, results) in all {
            guard case .success(let receipt) = results.first else { continue }
            #expect(receipt.id == id)
            let times = report.accepted[id.description, default: 0]
            #expect(times == 1 || receipt.attempts > 1, "\(times) times with \(receipt.attempts) attempts")
        }
        #expect(report.violations == [])
        #expect(report.mostStreams <= 50)
        // A resent push is the same push.
        let bodies = Dictionary(grouping: report.log) { $0.headers["apns-id"] ?? "" }
        #expect(bodies.values.allSatisfy { Set($0.map(\.body)).count == 1 })
        await client.close()
    }

    @Test("the longest list of cuts costs no more connections than cuts")
    func connections() async throws {
        let server = try await TestAPNs.start()
        let cuts = 20
        try await server.script(
            Dictionary(uniqueKeysWithValues: (0..<cuts).map { (Sample.device($0), [TestAPNs.Fault.named("cut")]) })
        )
        let client = try server.client { $0.retry.attempts = 100 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<cuts { group.addTask { _ = try await client.send(Sample.request(number)) } }
            try await group.waitForAll()
        }
        #expect(try await server.report().connections <= cuts + 1)
    }
}

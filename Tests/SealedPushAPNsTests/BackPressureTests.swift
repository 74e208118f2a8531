// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("Room for pushes")
struct BackPressureTests {
    @Test("is what submit waits for: it runs ahead by as many pushes as were allowed, and no further")
    func submitWaits() async throws {
        let server = try await TestAPNs.start()
        let count = 60
        try await server.script(
            Dictionary(uniqueKeysWithValues: (0..<count).map { (Sample.device($0), [TestAPNs.Fault.named("held")]) })
        )
        let client = try server.client {
            $0.maximumOutstanding = 10
            $0.requestTimeout = .seconds(120)
        }
        // The first alone proves the provider token; then all that may be are under way.
        try await server.script(Sample.device(count), .named("none"))
        _ = try await client.send(Sample.request(count))
        let results = Results()
        let submitted = Lock(0)
        let submitting = Task {
            for number in 0..<count {
                let request = Sample.request(number)
                try await client.submit(request) { results.add(request.id, $0) }
                submitted.withLock { $0 += 1 }
            }
        }
        for round in 0..<(count / 10) {
            try await server.waitForRequests(1 + (round + 1) * 10)
            #expect(submitted.withLock { $0 } <= (round + 1) * 10)
            #expect(try await server.report().requests == 1 + (round + 1) * 10)
            try await server.release()
            await results.wait(for: (round + 1) * 10)
        }
        try await submitting.value
        #expect(results.count == count)
    }

    @Test("is handed on in the order of asking")
    func order() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.maximumOutstanding = 1 }
        let results = Results()
        for number in 0..<50 {
            let request = Sample.request(number)
            try await client.submit(request) { results.add(request.id, $0) }
        }
        await results.wait(for: 50)
        let paths = try await server.report().log.map { $0.headers[":path"] }
        #expect(paths == (0..<50).map { "/3/device/\(Sample.device($0))" })
    }

    @Test("bounds the memory of any number of pushes, and a client leaves no descriptor and no thread behind")
    func memory() async throws {
        let server = try await TestAPNs.start()
        let count = Rounds.count(8_000)
        let executable = TestFiles.products.appending(path: "APNsFixture").path
        let outcome = try await Blocking.run {
            try Child.run(executable, [server.path(""), "\(server.port)", "\(count)"])
        }
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let measured = Dictionary(lines.map { ($0[0], $0[1]) }) { $1 }
        #expect(measured["accepted"] == "\(count)")
        // In release their payloads alone would be 32 MB.
        let growth = try #require(measured["memory"].flatMap { Int($0) })
        #expect(growth < 3_000_000, "\(growth) bytes")
        #expect(measured["descriptors"] == "0")
        #expect(measured["threads"] == "0")
        #expect(try await server.report().violations == [])
    }
}

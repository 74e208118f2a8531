// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("A push that APNs takes")
struct AcceptanceTests {
    @Test("arrives with its payload, its path and all its headers")
    func headers() async throws {
        let server = try await TestAPNs.start()
        try await server.set("uniqueIDs", true)
        var request = Sample.request(7)
        request.priority = .powerAware
        request.collapseID = "door-1"
        let expiration = Timestamp(milliseconds: Timestamp.now().milliseconds + 60_000)
        request.expiration = expiration
        let receipt = try await server.client().send(request)
        #expect(receipt.id == request.id)
        #expect(receipt.attempts == 1)
        #expect(receipt.uniqueID == "unique-\(request.id)")
        let report = try await server.report()
        #expect(report.violations == [])
        #expect(report.accepted == [request.id.description: 1])
        let logged = try #require(report.log.first)
        #expect(logged.body == String(decoding: Sample.payload, as: UTF8.self))
        #expect(
            logged.headers.filter { !["content-length", ":authority"].contains($0.key) } == [
                ":method": "POST", ":scheme": "https", ":path": "/3/device/\(Sample.device(7))",
                "apns-id": request.id.description, "apns-topic": TestAPNs.topic, "apns-push-type": "alert",
                "apns-priority": "5", "apns-collapse-id": "door-1", "apns-expiration": String(expiration.seconds),
                "content-type": "application/json", "body": logged.body,
            ]
        )
    }

    @Test("without expiration or collapse id has no such header")
    func optionalHeaders() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client()
        var full = Sample.request()
        full.collapseID = "x"
        full.expiration = APNsRequest.notStored
        _ = try await client.send(full)
        _ = try await client.send(Sample.request())
        let log = try await server.report().log
        try #require(log.count == 2)
        #expect(log[0].headers["apns-expiration"] == "0")
        #expect(log[1].headers["apns-expiration"] == nil)
        #expect(log[1].headers["apns-collapse-id"] == nil)
    }
}

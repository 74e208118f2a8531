// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

@testable import SealedPushAPNs

@Suite("What APNs answers")
struct ReasonTests {
    struct Row: CustomTestStringConvertible {
        let status: Int
        let word: String
        let reason: APNsReason
        /// The error that comes of it; `nil` where the push is sent again.
        let code: APNsError.Code?

        init(_ status: Int, _ word: String, _ reason: APNsReason, _ code: APNsError.Code?) {
            (self.status, self.word, self.reason, self.code) = (status, word, reason, code)
        }

        var testDescription: String { "\(status) \(word)" }

        /// A device of its own, so that all share one server.
        func request(_ first: Int) throws -> APNsRequest {
            Sample.request(first + (try #require(rows.firstIndex { $0.word == word })))
        }
    }

    static let rows = [
        Row(400, "BadCollapseId", .badCollapseID, .refused), Row(400, "BadDeviceToken", .badDeviceToken, .addressGone),
        Row(400, "BadExpirationDate", .badExpirationDate, .refused), Row(400, "BadMessageId", .badMessageID, .refused),
        Row(400, "BadPriority", .badPriority, .refused), Row(400, "BadTopic", .badTopic, .refused),
        Row(400, "DeviceTokenNotForTopic", .deviceTokenNotForTopic, .addressGone),
        Row(400, "DuplicateHeaders", .duplicateHeaders, .refused), Row(400, "IdleTimeout", .idleTimeout, nil),
        Row(400, "InvalidPushType", .invalidPushType, .refused),
        Row(400, "MissingDeviceToken", .missingDeviceToken, .refused),
        Row(400, "MissingTopic", .missingTopic, .refused), Row(400, "PayloadEmpty", .payloadEmpty, .refused),
        Row(400, "TopicDisallowed", .topicDisallowed, .refused),
        Row(403, "BadCertificate", .badCertificate, .credentialsRefused),
        Row(403, "BadCertificateEnvironment", .badCertificateEnvironment, .credentialsRefused),
        Row(403, "ExpiredProviderToken", .expiredProviderToken, nil),
        Row(403, "Forbidden", .forbidden, .credentialsRefused),
        Row(403, "InvalidProviderToken", .invalidProviderToken, .credentialsRefused),
        Row(403, "MissingProviderToken", .missingProviderToken, .credentialsRefused),
        Row(403, "UnrelatedKeyIdInToken", .unrelatedKeyIDInToken, .credentialsRefused),
        Row(403, "BadEnvironmentKeyIdInToken", .badEnvironmentKeyIDInToken, .credentialsRefused),
        Row(403, "BadEnvironmentKeyInToken", .badEnvironmentKeyInToken, .credentialsRefused),
        Row(404, "BadPath", .badPath, .refused), Row(405, "MethodNotAllowed", .methodNotAllowed, .refused),
        Row(410, "ExpiredToken", .expiredToken, .addressGone), Row(410, "Unregistered", .unregistered, .addressGone),
        Row(413, "PayloadTooLarge", .payloadTooLarge, .refused),
        Row(429, "TooManyProviderTokenUpdates", .tooManyProviderTokenUpdates, .credentialsRefused),
        Row(429, "TooManyRequests", .tooManyRequests, nil), Row(500, "InternalServerError", .internalServerError, nil),
        Row(503, "ServiceUnavailable", .serviceUnavailable, nil), Row(503, "Shutdown", .shutdown, nil),
    ]

    @Test("each reason is typed, and only the passing ones make the push go out again", arguments: rows)
    func reason(row: Row) async throws {
        #expect(row.reason.rawValue == row.word)
        let server = try await TestAPNs.shared()
        let request = try row.request(1_000)
        try await server.script(request.deviceToken, .answer(row.status, row.word))
        let client = try server.client()
        func log() async throws -> [LoggedRequest] { try await server.report().requests(for: request.deviceToken) }
        if let code = row.code {
            let error = try await client.failure(request)
            #expect(error.code == code)
            #expect(error.reason == row.reason)
            #expect(error.status == row.status)
            #expect(error.attempts == 1)
            #expect(!error.mayHaveBeenAccepted)
            #expect(error.description.hasPrefix("localhost:\(server.port) answered \(row.status) \(row.word)"))
            #expect(!error.description.contains(request.deviceToken) && !error.description.contains("\n"))
            #expect(try await log().count == 1)
        } else {
            let receipt = try await client.send(request)
            #expect(receipt.attempts == 2)
            let log = try await log()
            try #require(log.count == 2)
            #expect(log[0].headers["apns-id"] == request.id.description)
            #expect(log[1].headers["apns-id"] == request.id.description)
            #expect(log[0].body == log[1].body)
            let reconnects = [.idleTimeout, .shutdown].contains(row.reason)
            #expect((log[0].connection != log[1].connection) == reconnects)
        }
        #expect(try await server.report().violations == [])
    }

    @Test(
        "passing reasons that do not pass are the end after the last attempt, and the last one is told",
        arguments: rows.filter { $0.code == nil && $0.reason != .expiredProviderToken }
    )
    func bounded(row: Row) async throws {
        let server = try await TestAPNs.shared()
        let request = try row.request(2_000)
        let answer = TestAPNs.Fault.answer(row.status, row.word)
        try await server.script(request.deviceToken, answer, answer, answer, answer)
        let error = try await server.client { $0.retry.attempts = 3 }.failure(request)
        #expect(error.code == .busy)
        #expect(error.reason == row.reason)
        #expect(error.attempts == 3)
        #expect(error.description.hasSuffix("(gave up after 3 attempts)"))
        #expect(try await server.report().requests(for: request.deviceToken).count == 3)
    }

    @Test(
        "a device that is gone comes with the time since when, in milliseconds",
        arguments: ["Unregistered", "ExpiredToken"]
    )
    func inactiveSince(word: String) async throws {
        let server = try await TestAPNs.shared()
        let request = Sample.request(3_000 + word.count)
        try await server.script(request.deviceToken, .answer(410, word, timestamp: 1_748_463_999_123))
        let error = try await server.client().failure(request)
        #expect(error.code == .addressGone)
        #expect(error.inactiveSince == Timestamp(milliseconds: 1_748_463_999_123))
    }

    @Test("a reason from the future is kept as it is, and the status decides")
    func unknown() async throws {
        let server = try await TestAPNs.shared()
        try await server.script(Sample.device(3_100), .answer(400, "BadWeather"))
        try await server.script(Sample.device(3_101), .answer(503, "BadWeather"))
        let client = try server.client()
        let error = try await client.failure(Sample.request(3_100))
        #expect(error.code == .refused)
        #expect(error.reason == APNsReason(rawValue: "BadWeather"))
        #expect(error.description == "localhost:\(server.port) answered 400 BadWeather")
        #expect(try await client.send(Sample.request(3_101)).attempts == 2)
    }

    @Test(
        "a body that is not one of APNs is no reason, and no harm",
        arguments: [
            "", "<html>", "[]", #"{"reason":7,"timestamp":-1}"#, #"{"timestamp":1e99}"#, "{\"reason\":\"\u{202e}\"}",
        ]
    )
    func oddBodies(body: String) {
        let answer = Answer(status: 410, body: [UInt8](body.utf8))
        #expect(answer.inactiveSince == nil)
        #expect(answer.reason == nil || answer.reason?.rawValue == "\\u{202e}")
        let error = APNsError(answer, from: .production, date: nil, now: .now())
        #expect(error.code == .addressGone)
    }
}

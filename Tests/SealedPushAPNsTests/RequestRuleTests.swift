// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

@testable import SealedPushAPNs

@Suite("What is looked at before anything is sent")
struct RequestRuleTests {
    /// A change to a good request, and how the refusal begins.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout APNsRequest) -> Void

        init(_ text: String, _ change: @escaping @Sendable (inout APNsRequest) -> Void) {
            (testDescription, self.change) = (text, change)
        }
    }

    static let refused = [
        Case("the device token is empty") { $0.deviceToken = "" },
        Case("the device token is not hex at character 1: write each byte as two digits") { $0.deviceToken = "<abcd>" },
        Case("the device token is not hex at character 5") { $0.deviceToken = "abcd ef01" },
        Case("the device token is not hex at character 3") { $0.deviceToken = "ab/../../x" },
        Case("the device token has 63 hex digits, an odd number: it was cut short") { $0.deviceToken.removeLast() },
        Case("the device token has 1026 hex digits, too many") { $0.deviceToken = String(repeating: "a", count: 1026) },
        Case("the topic is missing: it is the app's bundle identifier") { $0.topic = "" },
        Case("the topic is not 1…255 characters of ASCII") { $0.topic = "com.example.app\r\nx: y" },
        Case("the topic is not 1…255 characters of ASCII") { $0.topic = String(repeating: "a", count: 256) },
        Case(
            "the topic com.example.app does not suit a push of type voip: it must be the app's bundle identifier with .voip"
        ) { $0.pushType = .voip },
        Case("the topic .voip does not suit a push of type voip") { ($0.pushType, $0.topic) = (.voip, ".voip") },
        Case("priority 10 is not for a push of type background: use 5") { $0.pushType = .background },
        Case("priority 1 is not for a push of type liveactivity: use 5 or 10") {
            ($0.pushType, $0.topic, $0.priority) = (.liveActivity, "a.push-type.liveactivity", .lowest)
        },
        Case("a push of type pushtotalk is never stored") { ($0.pushType, $0.topic) = (.pushToTalk, "a.voip-ptt") },
        Case("the collapse id has 65 bytes, must be 1…64") { $0.collapseID = String(repeating: "a", count: 65) },
        Case("the collapse id has 66 bytes, must be 1…64") { $0.collapseID = String(repeating: "é", count: 33) },
        Case("the collapse id has 0 bytes") { $0.collapseID = "" },
        Case("the collapse id has a control character") { $0.collapseID = "a\r\nauthorization: bearer x" },
        Case("the collapse id has a control character, or a space at an end") { $0.collapseID = "a " },
        Case("the payload is empty") { $0.payload = [] },
        Case("the payload has 4097 bytes, 1 more than the 4096 that a push of type alert may have") {
            $0.payload = [UInt8](repeating: 0x20, count: 4_097)
        },
        Case("the payload has 5121 bytes, 1 more than the 5120 that a push of type voip may have") {
            ($0.pushType, $0.topic) = (.voip, "com.example.app.voip")
            $0.payload = [UInt8](repeating: 0x20, count: 5_121)
        },
    ]

    @Test("is refused by name when it is wrong", arguments: refused)
    func refusal(refused: Case) throws {
        var request = Sample.request()
        refused.change(&request)
        let error = #expect(throws: APNsError.self) { try request.check() }
        let text = try #require(error).description
        #expect(error?.code == .badRequest)
        #expect(text.hasPrefix(refused.testDescription), "\(text)")
        #expect(!text.contains("\r") && !text.contains("\n"))
    }

    @Test("never repeats a device token or a payload", arguments: refused)
    func secrecy(refused: Case) throws {
        var request = Sample.request()
        request.payload = [UInt8](#"{"secret":"words"}"#.utf8)
        refused.change(&request)
        let error = #expect(throws: APNsError.self) { try request.check() }
        let text = try #require(error).description
        #expect(!text.contains("words"))
        #expect(request.deviceToken.count < 6 || !text.contains(request.deviceToken))
    }

    static let taken = [
        Case("a token of 2 digits") { $0.deviceToken = "0a" },
        Case("a token in capitals") { $0.deviceToken = "ABCDEF" },
        Case("a long token") { $0.deviceToken = String(repeating: "a", count: 200) },
        Case("a collapse id of 64 bytes") { $0.collapseID = String(repeating: "é", count: 32) },
        Case("4,096 bytes") { $0.payload = [UInt8](repeating: 0x20, count: 4_096) },
        Case("background") { ($0.pushType, $0.priority) = (.background, .powerAware) },
        Case("voip, 5,120 bytes") {
            ($0.pushType, $0.topic) = (.voip, "com.example.app.voip")
            $0.payload = [UInt8](repeating: 0x20, count: 5_120)
        },
        Case("location") { ($0.pushType, $0.topic) = (.location, "com.example.app.location-query") },
        Case("complication") { ($0.pushType, $0.topic) = (.complication, "com.example.app.complication") },
        Case("fileprovider") { ($0.pushType, $0.topic) = (.fileProvider, "com.example.app.pushkit.fileprovider") },
        Case("liveactivity") {
            ($0.pushType, $0.topic, $0.priority) = (
                .liveActivity, "com.example.app.push-type.liveactivity", .powerAware
            )
        },
        Case("pushtotalk") {
            ($0.pushType, $0.topic) = (.pushToTalk, "com.example.app.voip-ptt")
            $0.expiration = APNsRequest.notStored
        },
        Case("widgets") { ($0.pushType, $0.topic) = (.widgets, "com.example.app.push-type.widgets") },
        Case("controls") { ($0.pushType, $0.topic) = (.controls, "com.example.app.push-type.controls") },
        Case("mdm") { $0.pushType = .mdm },
    ]

    @Test("is taken by the test APNs too when it passes")
    func acceptance() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client()
        for good in Self.taken {
            var request = Sample.request()
            good.change(&request)
            try request.check()
            let receipt = try await client.send(request)
            #expect(receipt.id == request.id, "\(good.testDescription)")
        }
        #expect(try await server.report().violations == [])
    }

    @Test("stops a bad request before it takes a place or a connection")
    func notSent() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.maximumOutstanding = 1 }
        for bad in Self.refused {
            var request = Sample.request()
            bad.change(&request)
            #expect(try await client.failure(request).code == .badRequest)
            await #expect(throws: APNsError.self) { try await client.submit(request) { _ in } }
        }
        #expect(try await server.report().connections == 0)
        _ = try await client.send(Sample.request())
    }

    @Test(
        "has no way past a push type that is none",
        arguments: ["", "Alert", "a b", "alert\r\nx", String(repeating: "a", count: 65)]
    )
    func pushTypes(text: String) { #expect(APNsPushType(rawValue: text) == nil) }

    @Test("lets a push type pass that this version does not know")
    func newPushType() throws {
        var request = Sample.request()
        request.pushType = try #require(APNsPushType(rawValue: "hologram"))
        try request.check()
    }

    @Test("keeps a push that expired already from being sent")
    func expired() async throws {
        let server = try await TestAPNs.start()
        var request = Sample.request()
        request.expiration = Timestamp(milliseconds: Timestamp.now().milliseconds - 1_000)
        let error = try await server.client().failure(request)
        #expect(error.code == .expired)
        #expect(try await server.report().requests == 0)
    }
}

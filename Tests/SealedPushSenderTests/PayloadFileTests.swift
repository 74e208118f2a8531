// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

/// Payloads as people write them go in and come out with nothing lost.
struct PayloadFileTests {
    static let all = TestFiles.list("Payloads", ending: ".apns").map(\.lastPathComponent)
    static let refused = ["badge-only.apns", "silent-background.apns", "too-long.apns"]

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: TestFiles.tests.appending(path: "Payloads/\(name)")))
    }

    @Test("The payloads are all there")
    func count() {
        #expect(Self.all.count == 15)
    }

    @Test(
        "A payload comes out token for token as it went in, in every way of sealing",
        arguments: all.filter { !refused.contains($0) }
    )
    func roundTrip(_ name: String) throws {
        let given = try bytes(name)
        let expected = JSONTokens.list(given, without: "Simulator Target Bundle")
        for way in Way.all {
            let sealed = try way.sealer().seal(PushPayload(json: given), to: way.recipient())
            let opened = try Sample.open(sealed)
            #expect(JSONTokens.list(opened.payload.json) == expected)
            // No white space is left but inside strings.
            #expect(opened.payload.json == [UInt8](expected.joined().utf8))
            #expect(opened.id == sealed.messageID)
            #expect((opened.signer != nil) == way.signed)
        }
    }

    @Test("Payloads with nothing visible are refused", arguments: ["badge-only.apns", "silent-background.apns"])
    func silent(_ name: String) throws {
        let payload = try PushPayload(json: bytes(name))
        let error = #expect(throws: SealError.self) { try Sample.sealer().prepare(payload) }
        #expect(error?.code == .silent)
    }

    @Test("A payload that is too long is refused, or shortened when asked", arguments: Way.all)
    func tooLong(_ way: Way) throws {
        let payload = try PushPayload(json: bytes("too-long.apns"))
        var sealer = try way.sealer()
        let error = #expect(throws: SealError.self) { try sealer.seal(payload, to: way.recipient()) }
        #expect(error?.code == .tooLarge)
        #expect(error?.size?.largestField == "aps.alert.body")
        sealer.shortening = .body
        let sealed = try sealer.seal(payload, to: way.recipient())
        let opened = try Sample.open(sealed).payload
        #expect(opened.title == payload.title)
        #expect(opened.body?.hasSuffix("…") == true)
        #expect(sealed.shortened?.bodyBytes == payload.body?.utf8.count)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import TestSupport
import Testing

/// Every vector of a single push gives its answer.
struct VectorTests {
    @Test("The vectors are all there")
    func count() {
        #expect(Vector.all("envelope").count == 156)
        #expect(Vector.all("outer").count == 111)
    }

    @Test("An outer payload that was parsed gives the vector's answer", arguments: Vector.all("envelope"))
    func parsed(_ vector: Vector) throws {
        let payload = try #require(vector.members["payload"] as? [String: Any])
        let json = try JSONSerialization.data(withJSONObject: payload)
        let bytes = [UInt8](json)
        try check(vector) { opener throws(OpenFailure) in try opener.open(payload: bytes) }
        // An app has parsed the payload already and passes the text alone; what is no string it has refused itself.
        guard let field = payload["encrypted-content"] else {
            return try check(vector) { opener throws(OpenFailure) in try opener.open(encryptedContent: nil) }
        }
        if let text = field as? String {
            try check(vector) { opener throws(OpenFailure) in try opener.open(encryptedContent: text) }
        }
    }

    @Test("An outer payload in bytes gives the vector's answer", arguments: Vector.all("outer"))
    func bytes(_ vector: Vector) throws {
        let text = try #require(vector.members["outer"] as? String)
        let bytes = [UInt8](try #require(Data(base64Encoded: text)))
        try check(vector) { opener throws(OpenFailure) in try opener.open(payload: bytes) }
    }

    @Test(
        "A push that a vector opens is a duplicate when it comes again",
        arguments: Vector.all("envelope").filter { $0.members["expect"] as? String == "opened" }
    )
    func again(_ vector: Vector) throws {
        let payload = try #require(vector.members["payload"] as? [String: Any])
        let opener = try VectorReceiver(vector).opener()
        let text = payload["encrypted-content"] as? String
        #expect(opener.reason(text) == nil)
        #expect(opener.reason(text) == .duplicate)
    }

    private func check(
        _ vector: Vector,
        open: (Opener) throws(OpenFailure) -> OpenedNotification
    ) throws {
        let receiver = try VectorReceiver(vector)
        let expected = try #require(vector.members["expect"] as? String)
        do {
            let opened = try open(receiver.opener())
            guard expected == "opened" else {
                Issue.record("opened, expected \(expected)")
                return
            }
            try ExpectedMessage(vector.members).check(opened)
            #expect(opened.replayChecked)
            #expect(opened.clockUnset == (receiver.now < 1_767_225_600_000))
            #expect(!opened.keyIsSuperseded)
        } catch let failure as OpenFailure {
            #expect(failure.reason.rawValue == expected, "\(failure)")
        }
    }
}

/// The receiver that a vector of a single push describes.
struct VectorReceiver {
    let now: UInt64
    private let store: InMemoryKeyStore

    init(_ vector: Vector) throws {
        let keys = try #require(vector.members["keys"] as? [String: Any])
        func bytes(_ name: String) throws -> SecretBytes {
            try SecretBytes(#require((keys[name] as? String).flatMap { Encoding.base64url($0) }))
        }
        now = try #require(vector.members["nowMilliseconds"] as? UInt64)
        var opening = [
            OpeningKey(try DeviceKey.Secret(bytes: bytes("deviceSecretKey"))),
            OpeningKey(try SharedKey(bytes: bytes("sharedKey"))),
        ]
        for text in keys["sharedKeys"] as? [String] ?? [] {
            opening.append(OpeningKey(try SharedKey(bytes: SecretBytes(#require(Encoding.base64url(text))))))
        }
        let signer = try SigningKey.Secret(bytes: bytes("signerSeed"))
        store = InMemoryKeyStore(keys: opening, trusting: [TrustedSigner(signer.publicKey)])
        store.setRequiresSignature(vector.members["requireSigned"] as? Bool ?? true)
    }

    func opener() -> Opener {
        Sample.opener(store, seen: InMemorySeenIDs(), at: now)
    }
}

/// What a vector says of a push that opens: the message as it was sealed, and who signed.
struct ExpectedMessage {
    private let members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    func check(_ opened: OpenedNotification) throws {
        let message = try #require(members["message"] as? [String: Any])
        let sentAt = try #require(message["sentAtMilliseconds"] as? UInt64)
        let sealed = try #require(message["payload"] as? String)
        #expect(opened.id.description.filter { $0 != "-" } == message["id"] as? String)
        #expect(opened.sentAt.milliseconds == sentAt)
        // The app never sees the member that is kept for the format.
        #expect(JSONTokens.list(opened.payload.json) == JSONTokens.list(sealed.utf8, without: "sealedpush"))
        #expect(opened.signer.map { Encoding.base64url($0.key.bytes) } == members["signer"] as? String)
        // Thirty days where the sender states nothing, and at most.
        let stated = try #require(message["timeToLiveSeconds"] as? UInt64)
        let life = (stated == 0 ? 2_592_000 : min(stated, 2_592_000)) * 1000
        let (end, overflow) = sentAt.addingReportingOverflow(life)
        #expect(opened.expiresAt?.milliseconds == (overflow ? nil : end))
    }
}

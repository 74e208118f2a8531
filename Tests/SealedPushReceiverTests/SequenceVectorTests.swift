// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import TestSupport
import Testing

/// Every sequence of pushes gives its answers, step by step.
struct SequenceVectorTests {
    @Test("The sequences are all there")
    func count() {
        #expect(Vector.all("sequences").count == 46)
    }

    @Test("A sequence gives the vector's answers", arguments: Vector.all("sequences"))
    func sequence(_ vector: Vector) throws {
        let receiver = try SequenceReceiver(vector)
        let steps = try #require(vector.members["steps"] as? [[String: Any]])
        #expect(!steps.isEmpty)
        for (index, step) in steps.enumerated() {
            switch step["do"] as? String {
            case "open": try receiver.open(step, "step \(index + 1)")
            case "lock": receiver.store.setProblem(KeyStoreError(.locked, "locked"))
            case "break": receiver.store.setProblem(KeyStoreError(.unavailable, "broken"))
            case "unlock", "mend": receiver.store.setProblem(nil)
            case "trustSigner": receiver.store.trust(try receiver.signer(step))
            case "revokeSigner": receiver.store.revoke(try receiver.signer(step).key)
            case "retireKey": try receiver.retire(step)
            case let unknown: Issue.record("step \(index + 1): \(unknown ?? "nothing") is not known")
            }
        }
    }
}

/// The receiver that a sequence starts with, and what becomes of it.
private final class SequenceReceiver {
    let store = InMemoryKeyStore()
    private let seen: InMemorySeenIDs
    private var policy = ReceiverPolicy()
    private var kinds: [Fingerprint: KeyKind] = [:]

    init(_ vector: Vector) throws {
        let described = try #require(vector.members["store"] as? [String: Any])
        func list(_ name: String) throws -> [[String: Any]] { try #require(described[name] as? [[String: Any]]) }
        seen = InMemorySeenIDs(
            signerCapacity: try #require(described["signerListCapacity"] as? Int),
            unsignedCapacity: try #require(described["unsignedListCapacity"] as? Int)
        )
        for member in try list("openingKeys") {
            let secret = try SecretBytes(Self.bytes(member, "secret"))
            let created = Timestamp(milliseconds: try #require(member["created"] as? UInt64))
            let key =
                try Self.kind(member) == .deviceSecret
                ? OpeningKey(DeviceKey.Secret(bytes: secret), created: created, usableUntil: Self.end(member))
                : OpeningKey(SharedKey(bytes: secret), created: created, usableUntil: Self.end(member))
            store.add(key)
            kinds[key.fingerprint] = key.kind
        }
        for member in try list("retiredKeys") { store.retire(try Self.kind(member), try Self.fingerprint(member)) }
        for member in try list("trustedSigners") { store.trust(try signer(member)) }
        store.setRequiresSignature(try #require(described["requiresSignature"] as? Bool))
        if vector.members["allowAnonymous"] as? Bool == true { policy.signature = .notRequired }
    }

    func signer(_ member: [String: Any]) throws -> TrustedSigner {
        TrustedSigner(
            try SigningKey.Public(bytes: Self.bytes(member, "publicKey")),
            name: member["name"] as? String,
            usableUntil: Self.end(member)
        )
    }

    func retire(_ step: [String: Any]) throws {
        let fingerprint = try Self.fingerprint(step)
        store.retire(try #require(kinds[fingerprint]), fingerprint)
    }

    func open(_ step: [String: Any], _ place: String) throws {
        let now = try #require(step["nowMilliseconds"] as? UInt64)
        let payload = try JSONSerialization.data(withJSONObject: try #require(step["payload"]))
        let expected = try #require(step["expect"] as? String)
        let opener = Sample.opener(store, seen: seen, policy: policy, at: now)
        do throws(OpenFailure) {
            let opened = try opener.open(payload: [UInt8](payload))
            #expect(expected == "opened", "\(place)")
            if expected == "opened" { check(opened, step, place) }
        } catch {
            #expect(error.reason.rawValue == expected, "\(place)")
        }
    }

    private func check(_ opened: OpenedNotification, _ step: [String: Any], _ place: String) {
        #expect(throws: Never.self, "\(place)") { try ExpectedMessage(step).check(opened) }
        #expect(opened.keyIsSuperseded == step["superseded"] as? Bool, "\(place)")
        #expect(opened.replayChecked, "\(place)")
    }

    private static func bytes(_ member: [String: Any], _ name: String) throws -> [UInt8] {
        try #require((member[name] as? String).flatMap { Encoding.base64url($0) })
    }

    private static func fingerprint(_ member: [String: Any]) throws -> Fingerprint {
        try #require(Fingerprint(bytes: bytes(member, "fingerprint")))
    }

    private static func kind(_ member: [String: Any]) throws -> KeyKind {
        try #require(member["kind"] as? String) == "device" ? .deviceSecret : .sharedSecret
    }

    private static func end(_ member: [String: Any]) -> Timestamp? {
        (member["usableUntil"] as? UInt64).map { Timestamp(milliseconds: $0) }
    }
}

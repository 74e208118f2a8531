// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushStore

/// The vectors of what a receiver remembers, with this store in its hands.
struct SequenceVectorTests {
    @Test("The vectors are there")
    func count() {
        #expect(Vector.all("sequences").count >= 42)
    }

    @Test("Each step gives the vector's answer", arguments: Vector.all("sequences"))
    func steps(_ vector: Vector) throws {
        let sequence = try StoreSequence(vector.members)
        for step in try #require(vector.members["steps"] as? [[String: Any]]) { try sequence.run(step) }
    }
}

/// A store with the content that a vector asks for.
private final class StoreSequence {
    private var fixture: StoreFixture
    private let store: SQLiteKeyStore
    private var policy = ReceiverPolicy()
    private var problem: KeyStoreError?

    init(_ members: [String: Any]) throws {
        let content = try #require(members["store"] as? [String: Any])
        fixture = try StoreFixture()
        fixture.clock.set(milliseconds: 0)
        fixture.options.signerCapacity = try #require(content["signerListCapacity"] as? Int)
        fixture.options.unsignedCapacity = try #require(content["unsignedListCapacity"] as? Int)
        store = try fixture.store()
        if members["allowAnonymous"] as? Bool == true { policy.signature = .notRequired }
        for (index, key) in try #require(content["openingKeys"] as? [[String: Any]]).enumerated() {
            try add(key, name: "key \(index)")
        }
        for signer in try #require(content["trustedSigners"] as? [[String: Any]]) {
            let key = try trust(signer)
            guard let end = signer["usableUntil"] as? Int64 else { continue }
            try connection().change(
                "UPDATE contact_key SET usable_until = ? WHERE fingerprint = ?",
                .integer(end),
                .blob(key.fingerprint.bytes)
            )
        }
        for (index, key) in try #require(content["retiredKeys"] as? [[String: Any]]).enumerated() {
            let kind = key["kind"] as? String == "shared" ? "shared-secret" : "device"
            try connection().change(
                "INSERT INTO retired_key (kind, fingerprint, created, retired) VALUES (?, ?, ?, 0)",
                .text(kind),
                .blob(try bytes(key, "fingerprint")),
                .integer(Int64(index))
            )
        }
        try store.setRequiresSignature(try #require(content["requiresSignature"] as? Bool))
    }

    func run(_ step: [String: Any]) throws {
        switch step["do"] as? String {
        case "open": try open(step)
        case "lock": problem = KeyStoreError(.locked, "locked")
        case "break": problem = KeyStoreError(.unavailable, "broken")
        case "unlock", "mend": problem = nil
        case "trustSigner": _ = try trust(step)
        case "revokeSigner":
            let key = try SigningKey.Public(bytes: try bytes(step, "publicKey"))
            let name = try #require(try store.contacts().first { $0.signingKey == key }?.name)
            try store.revoke(name)
        case "retireKey":
            let fingerprint = try #require(Fingerprint(bytes: try bytes(step, "fingerprint")))
            let name = try #require(
                try store.ownKeys().first { $0.keys.contains { $0.fingerprint == fingerprint } }?.name
            )
            try store.delete(name)
        default: Issue.record("a step that is not known: \(step)")
        }
    }

    private func open(_ step: [String: Any]) throws {
        let payload = try JSONSerialization.data(withJSONObject: try #require(step["payload"]))
        let now = Timestamp(milliseconds: try #require((step["nowMilliseconds"] as? NSNumber)?.uint64Value))
        let keys = FaultyStore(store: store, problem: problem)
        // Opened anew for each push, as an extension is.
        let opener = Opener(keys: keys, seen: try fixture.store(), policy: policy, now: { now })
        let expected = step["expect"] as? String
        do {
            let opened = try opener.open(payload: payload)
            #expect(expected == "opened")
            #expect(opened.replayChecked)
            #expect(opened.keyIsSuperseded == (step["superseded"] as? Bool))
            let signer = step["signer"] is String ? try bytes(step, "signer") : nil
            #expect(opened.signer?.key.bytes == signer)
            let message = try #require(step["message"] as? [String: Any])
            #expect(Hex.string(opened.id.bytes) == message["id"] as? String)
        } catch let failure as OpenFailure {
            #expect(failure.reason.rawValue == expected)
        }
    }

    private func add(_ key: [String: Any], name: String) throws {
        let secret = try SecretBytes(bytes(key, "secret"))
        let isShared = key["kind"] as? String == "shared"
        let keys: [AnyKey] =
            isShared
            ? [.sharedSecret(try SharedKey(bytes: secret))] : [.deviceSecret(try DeviceKey.Secret(bytes: secret))]
        let fingerprint = try #require(try store.importKeys(keys, as: name).keys.first?.fingerprint)
        try connection().change(
            "UPDATE own_key SET created = ?, usable_until = ? WHERE fingerprint = ?",
            .integer(try #require(key["created"] as? Int64)),
            .integer(key["usableUntil"] as? Int64),
            .blob(fingerprint.bytes)
        )
    }

    private func trust(_ signer: [String: Any]) throws -> SigningKey.Public {
        let key = try SigningKey.Public(bytes: try bytes(signer, "publicKey"))
        let name = try #require(signer["name"] as? String)
        // Names are the store's, one for each contact.
        let count = try store.contacts().count
        try store.trust(key, as: count == 0 ? name : "\(name) \(count + 1)")
        return key
    }

    private func connection() throws -> Connection { try Connection(path: fixture.path, patience: 0) }

    private func bytes(_ members: [String: Any], _ name: String) throws -> [UInt8] {
        let text = try #require(members[name] as? String)
        return try #require(Encoding.base64url(text))
    }
}

/// The store, or the fault that a vector puts in its place.
private struct FaultyStore: KeyStore {
    let store: SQLiteKeyStore
    let problem: KeyStoreError?

    func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        if let problem { throw problem }
        return try store.openingKeys(of: kind, id: id)
    }

    func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
        if let problem { throw problem }
        return try store.trustedSigners(id: id)
    }

    func requiresSignature() throws(KeyStoreError) -> Bool {
        if let problem { throw problem }
        return try store.requiresSignature()
    }
}

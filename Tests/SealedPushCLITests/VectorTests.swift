// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// Every vector of a single push gives its answer through `open --json`.
struct VectorTests {
    /// Vectors with the reserved member, which is taken out; `message` tells it as it was sealed.
    private static let withoutReserved = [
        "ok-reserved-object": #"{"aps":{"alert":"x"}}"#,
        "inner-ok-reserved-empty": "{}",
    ]

    @Test("The vectors are all there")
    func count() {
        #expect(Vector.all("envelope").count == 156)
        #expect(Vector.all("outer").count == 111)
    }

    @Test("open gives the vector's answer", arguments: Vector.all("envelope") + Vector.all("outer"))
    func answer(_ vector: Vector) throws {
        let vector = try Opening(vector)
        // As key text and standard input, and as files.
        try check(vector, vector.arguments(trust: vector.signerText), input: vector.push)
        try check(vector, vector.arguments(trust: vector.signerFile) + [vector.pushFile], input: nil)
    }

    private func check(_ vector: Opening, _ arguments: [String], input: [UInt8]?) throws {
        let result = try CommandResult(arguments, input: input)
        guard vector.expect == "opened" else {
            let line = try OpenedLine(result, payload: OpenedLine.placeholder)
            #expect(line.status == "failed")
            #expect(line.reason == vector.expect)
            #expect(Set(line.members.keys) == ["status", "reason", "payload"])
            #expect(result.code == 1)
            expectOneLine(result.error)
            #expect(result.error.hasPrefix("sealedpush: not opened, \(vector.expect)"))
            return
        }
        let message = try #require(vector.members["message"] as? [String: Any])
        let sealed = try #require(message["payload"] as? String)
        let payload = Self.withoutReserved[vector.name] ?? JSON.minified(sealed)
        let line = try OpenedLine(result, payload: payload)
        #expect(result.code == 0)
        #expect(result.error == "")
        #expect(line.status == "opened")
        #expect(line.id?.replacingOccurrences(of: "-", with: "") == message["id"] as? String)
        #expect(line.sentAt == message["sentAtMilliseconds"] as? UInt64)
        #expect(line.signer == (vector.members["signer"] is String ? vector.signerText : nil))
        #expect(line.members["replayChecked"] as? Bool == false)
        #expect(line.members["clockUnset"] as? Bool == (vector.now < 1_767_225_600_000))
        let life = UInt64(try #require(message["timeToLiveSeconds"] as? Int)) * 1000
        let month: UInt64 = 2_592_000_000
        let (end, overflow) = try #require(line.sentAt).addingReportingOverflow(life == 0 ? month : min(life, month))
        #expect(line.expiresAt == (overflow ? nil : end))
    }
}

/// A vector's keys and push as files, and the command line that opens it.
private struct Opening {
    let name: String
    let members: [String: Any]
    let expect: String
    let now: UInt64
    let push: [UInt8]
    let signerText: String
    let signerFile, pushFile: String
    private let folder: TemporaryDirectory

    init(_ vector: Vector) throws {
        name = vector.name
        members = vector.members
        expect = try #require(members["expect"] as? String)
        now = try #require(members["nowMilliseconds"] as? UInt64)
        if let outer = members["outer"] as? String {
            push = [UInt8](try #require(Data(base64Encoded: outer)))
        } else {
            push = [UInt8](try JSONSerialization.data(withJSONObject: #require(members["payload"])))
        }
        let keys = try #require(members["keys"] as? [String: Any])
        func bytes(_ name: String) throws -> [UInt8] {
            try #require((keys[name] as? String).flatMap { Encoding.base64url($0) })
        }
        folder = try TemporaryDirectory()
        let device = try DeviceKey.Secret(bytes: SecretBytes(bytes("deviceSecretKey")))
        let more = try (keys["sharedKeys"] as? [String] ?? []).map { try #require(Encoding.base64url($0)) }
        let shared = try ([bytes("sharedKey")] + more).map {
            AnyKey.sharedSecret(try SharedKey(bytes: SecretBytes($0)))
        }
        try Self.write([.deviceSecret(device)], to: folder.path("device.key"))
        try Self.write(shared, to: folder.path("shared.key"))
        let signer = try SigningKey.Public(bytes: bytes("signerPublicKey"))
        signerText = signer.description
        signerFile = try folder.write("signer.pub", "\(signerText)\n", mode: 0o644)
        pushFile = try folder.write("push.json", push)
    }

    func arguments(trust: String) throws -> [String] {
        let requireSigned = try #require(members["requireSigned"] as? Bool)
        return [
            "open", "--json", "--now", String(now), "--no-remember", "--key", folder.path("device.key"),
            "--key", folder.path("shared.key"), "--trust", trust,
            requireSigned ? "--require-signed" : "--allow-anonymous",
        ]
    }

    private static func write(_ keys: [AnyKey], to path: String) throws {
        let text = try KeyFile.compose(keys, name: nil, created: Timestamp(milliseconds: 0))
        try text.withBytes { try Files.create(path, $0, replacing: false) }
    }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Every vector of `keys/` gives its answer.
struct KeyVectorTests {
    static let vectors = Vector.all("keys")

    static func vectors(of operation: String) -> [Vector] {
        vectors.filter { $0.members["operation"] as? String == operation }
    }

    @Test("The key vectors are all there")
    func count() {
        #expect(Self.vectors.count == 159)
        #expect(Self.vectors(of: "keyText").count == 114)
        #expect(Self.vectors(of: "export").count == 45)
    }

    @Test("Key text gives the vector's answer", arguments: vectors(of: "keyText"))
    func keyText(_ vector: Vector) throws {
        let members = vector.members
        let expected = try #require(members["expect"] as? String)
        let kind = KeyKind(rawValue: try #require(members["kind"] as? String))
        let text = try #require(members["text"] as? String)
        guard expected == "ok" else {
            let error = #expect(throws: KeyError.self) { try AnyKey.read(text, as: kind) }
            #expect(error?.code.description == expected)
            return
        }
        let key = try AnyKey.read(text, as: kind)
        #expect(key.text == text)
        #expect(key.kind == kind)
        #expect(Encoding.base64url(key.bytes) == members["bytes"] as? String)
        #expect(Encoding.base64url(key.fingerprint.bytes) == members["fingerprint"] as? String)
        #expect(key.fingerprint.id.description == members["id"] as? String)
        if let publicText = members["publicText"] as? String { #expect(key.publicText == publicText) }
        if let number = members["verifyNumber"] as? String {
            #expect(key.publicKey?.verifyNumber.description == number)
        }
    }

    @Test("Key text of any KIND is read as what it is", arguments: vectors(of: "keyText"))
    func anyKey(_ vector: Vector) throws {
        let text = try #require(vector.members["text"] as? String)
        switch vector.members["expect"] as? String {
        case "ok":
            #expect(try AnyKey(encoded: text.utf8).kind.rawValue == vector.members["kind"] as? String)
        case "wrongKind":
            #expect(try AnyKey(encoded: text.utf8).kind.rawValue != vector.members["kind"] as? String)
        case let expected:
            let error = #expect(throws: KeyError.self) { try AnyKey(encoded: text.utf8) }
            #expect(error?.code.description == expected)
        }
    }

    @Test("An export gives the vector's answer", arguments: vectors(of: "export"))
    func export(_ vector: Vector) throws {
        let members = vector.members
        let expected = try #require(members["expect"] as? String)
        let given = try #require((members["passphrase"] as? String).flatMap { Encoding.base64url($0) })
        let passphrase = try Passphrase(SecretBytes(given))
        let wrapped = try #require(members["wrapped"] as? String)
        guard expected == "ok" else {
            let error = #expect(throws: KeyError.self) {
                try KeyExport.unwrap(wrapped.utf8, under: passphrase)
            }
            #expect(error?.code.description == expected)
            return
        }
        let keyFile = try KeyExport.unwrap(wrapped.utf8, under: passphrase)
        #expect(
            keyFile.withCopy { String(decoding: $0, as: UTF8.self) } == members["keyFile"] as? String
        )
    }

    @Test(
        "What is wrong with an export is known without its passphrase",
        arguments: vectors(of: "export")
    )
    func check(_ vector: Vector) throws {
        let wrapped = try #require(vector.members["wrapped"] as? String)
        switch vector.members["expect"] as? String {
        case "ok", "wrongPassphrase":
            try KeyExport.check(wrapped.utf8)
        case let expected:
            let error = #expect(throws: KeyError.self) { try KeyExport.check(wrapped.utf8) }
            #expect(error?.code.description == expected)
        }
    }
}

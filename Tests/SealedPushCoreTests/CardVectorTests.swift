// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// Every vector of `cards/` gives its answer.
struct CardVectorTests {
    static let vectors = Vector.all("cards")

    @Test("The card vectors are all there")
    func count() {
        #expect(Self.vectors.count == 148)
    }

    @Test("A card gives the vector's answer", arguments: vectors)
    func card(_ vector: Vector) throws {
        let members = vector.members
        let text = try #require(members["text"] as? String)
        let expected = try #require(members["expect"] as? String)
        guard expected == "ok" else {
            let error = #expect(throws: KeyError.self) { try KeyCard(text: text) }
            #expect(error?.code.description == expected)
            return
        }
        let card = try KeyCard(text: text)
        #expect(card.text == text)
        #expect(
            card.name.unicodeScalars.elementsEqual((members["name"] as? String ?? "").unicodeScalars)
        )
        #expect(card.identity.description == members["identity"] as? String)
        #expect(card.serial == members["serial"] as? UInt64)
        #expect(card.created == members["created"] as? UInt64)
        #expect(card.grace == (members["grace"] as? UInt32 ?? 2_592_000))
        #expect(card.isRevocation == members["revoked"] as? Bool)
        let (kind, key): (String, String?) =
            switch card.subject {
            case .device(let key): ("device", key.description)
            case .signer(let key): ("signer", key.description)
            case .revokedDevice: ("device", nil)
            case .revokedSigner: ("signer", nil)
            }
        #expect(kind == members["kind"] as? String)
        #expect(key == members["key"] as? String)
    }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Fingerprints, key ids and the numbers that two people compare.
struct FingerprintTests {
    @Test("One number of 32 bytes has another fingerprint as a key of every other kind")
    func kinds() throws {
        let bytes = [UInt8](repeating: 3, count: 32)
        let fingerprints = [KeyKind.device, .sharedSecret, .signer, .identity].map {
            Fingerprint(kind: $0, key: bytes)
        }
        #expect(Set(fingerprints).count == 4)
        #expect(KeyKind.all.map(\.fingerprintByte) == [1, 1, 3, 3, 4, 4, 2])
    }

    @Test("A secret key has the fingerprint of its public twin")
    func twins() throws {
        let keys = try Sample.keyOfEachKind()
        #expect(keys[0].fingerprint == keys[1].fingerprint)
        #expect(keys[2].fingerprint == keys[3].fingerprint)
        #expect(keys[4].fingerprint == keys[5].fingerprint)
        #expect(Set(keys.map(\.fingerprint)).count == 4)
    }

    @Test("A key id is the first 8 bytes of the fingerprint, in lower-case hex")
    func id() throws {
        let fingerprint = try #require(Fingerprint(bytes: (0..<32).map { UInt8($0) + 0xab }))
        #expect(fingerprint.id.description == "abacadaeafb0b1b2")
        #expect(fingerprint.id == KeyID(0xabac_adae_afb0_b1b2))
        #expect(fingerprint.description.hasPrefix("abacadaeafb0b1b2b3"))
        #expect(fingerprint.description.count == 64)
        #expect(KeyID(1).description == "0000000000000001")
    }

    @Test("Only 32 bytes are a fingerprint", arguments: [0, 8, 31, 33])
    func size(_ count: Int) {
        #expect(Fingerprint(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("A verify number is twelve groups of five digits, leading zeros included")
    func verifyNumber() throws {
        var sawLeadingZero = false
        for byte in 0..<UInt8(100) {
            let number = try Identity.Secret(bytes: Sample.seed(byte)).publicKey.verifyNumber
            #expect(number.groups.count == 12)
            #expect(number.groups.allSatisfy { $0.utf8.count == 5 && $0.allSatisfy(\.isWholeNumber) })
            #expect(number.description == number.groups.joined(separator: " "))
            #expect(number.description.count == 71)
            sawLeadingZero = sawLeadingZero || number.groups.contains { $0.hasPrefix("0") }
        }
        #expect(sawLeadingZero)
    }

    @Test("The number of one seed as a signer is not its number as an identity")
    func verifyNumberOfKinds() throws {
        let signer = try SigningKey.Secret(bytes: Sample.seed(1)).publicKey
        let identity = try Identity.Secret(bytes: Sample.seed(1)).publicKey
        #expect(signer.bytes == identity.bytes)
        #expect(signer.verifyNumber != identity.verifyNumber)
    }
}

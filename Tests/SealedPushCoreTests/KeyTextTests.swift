// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Key text: `sealedpush:KIND:` and 48 characters.
struct KeyTextTests {
    @Test("Keys keep their 32 bytes through text and back, leading zero bytes included")
    func roundTrip() throws {
        let seed: UInt64 = 20_260_528
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Rounds.count(10_000) {
            var bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Every other key begins with zeros, from one byte to all of them.
            if round % 2 == 0 {
                for index in 0..<(round / 2 % 32 + 1) { bytes[index] = 0 }
            }
            let kind = KeyKind.all[round % KeyKind.all.count]
            let text = KeyText.encode(bytes, kind: kind)
            #expect(text.count == kind.prefix.utf8.count + 48, "seed \(seed), round \(round)")
            #expect(try KeyText.decode(text, as: kind) == bytes, "seed \(seed), round \(round)")
        }
    }

    @Test("New keys of every kind come back from their text as they were")
    func newKeys() throws {
        func check<Key: SecretKey>(_ type: Key.Type) throws -> [UInt8] {
            let key = try Key()
            let bytes = key.secretBytes.withCopy { $0 }
            #expect(bytes.count == 32)
            let text = Sample.text(of: key)
            let again = try Key(text: text)
            #expect(again.secretBytes == key.secretBytes && again.fingerprint == key.fingerprint)
            #expect(Sample.text(of: again) == text)
            return bytes
        }
        var all = Set<[UInt8]>()
        let rounds = Rounds.count(1000)
        for _ in 0..<rounds {
            all.insert(try check(DeviceKey.Secret.self))
            all.insert(try check(SigningKey.Secret.self))
            all.insert(try check(Identity.Secret.self))
            all.insert(try check(SharedKey.self))
        }
        #expect(all.count == 4 * rounds)
    }

    @Test("Every KIND refuses the text of every other, and says which it was")
    func otherKinds() throws {
        for key in try Sample.keyOfEachKind() {
            for wanted in KeyKind.all where wanted != key.kind {
                let error = #expect(throws: KeyError.self) { try AnyKey.read(key.text, as: wanted) }
                #expect(error?.code == .wrongKind)
                let article = key.kind.rawValue.hasPrefix("i") ? "an" : "a"
                #expect(
                    error?.description
                        == "this is \(article) \(key.kind) key (\(key.kind.prefix)…), expected \(wanted.prefix)…"
                )
            }
        }
    }

    @Test("A text whose KIND was changed is refused: the checksum covers it")
    func relabelled() throws {
        for key in try Sample.keyOfEachKind() {
            for kind in KeyKind.all where kind != key.kind {
                let text = kind.prefix + key.text.dropFirst(key.kind.prefix.count)
                expectKeyError(.malformed) { try AnyKey.read(text, as: kind) }
            }
        }
    }

    @Test("A single wrong character anywhere is a malformed key, never another key")
    func typos() throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for key in try Sample.keyOfEachKind() {
            let characters = Array(key.text)
            for index in key.kind.prefix.count..<characters.count {
                let position = try #require(alphabet.firstIndex(of: characters[index]))
                for step in [1, 17, 63] {
                    var typo = characters
                    typo[index] = alphabet[(position + step) % 64]
                    expectKeyError(.malformed) { try AnyKey.read(String(typo), as: key.kind) }
                }
            }
        }
    }

    @Test("A text cut short or with something added says how many characters it has")
    func lengths() throws {
        for key in try Sample.keyOfEachKind() {
            let start = key.kind.prefix.count
            for length in 0..<48 {
                let error = #expect(throws: KeyError.self) {
                    try AnyKey.read(String(key.text.prefix(start + length)), as: key.kind)
                }
                #expect(error?.code == .malformed)
                #expect(
                    error?.description
                        == "\(key.kind.prefix)… has \(length) characters after the last colon, expected 48: it was cut short"
                )
            }
            let longer = #expect(throws: KeyError.self) { try AnyKey.read(key.text + "-", as: key.kind) }
            #expect(
                longer?.description
                    == "\(key.kind.prefix)… has 49 characters after the last colon, expected 48: something was added"
            )
        }
    }

    @Test("Only 32 bytes make a key", arguments: [0, 1, 31, 33, 64])
    func sizes(_ count: Int) throws {
        let bytes = [UInt8](repeating: 9, count: count)
        let secret = try SecretBytes(bytes)
        func check(_ kind: KeyKind, _ make: () throws -> Void) {
            let error = #expect(throws: KeyError.self) { try make() }
            #expect(error?.code == .malformed)
            #expect(error?.description == "\(kind) key of \(count) bytes, expected 32")
        }
        check(.device) { _ = try DeviceKey.Public(bytes: bytes) }
        check(.signer) { _ = try SigningKey.Public(bytes: bytes) }
        check(.identity) { _ = try Identity.Public(bytes: bytes) }
        check(.deviceSecret) { _ = try DeviceKey.Secret(bytes: secret) }
        check(.signerSecret) { _ = try SigningKey.Secret(bytes: secret) }
        check(.identitySecret) { _ = try Identity.Secret(bytes: secret) }
        check(.sharedSecret) { _ = try SharedKey(bytes: secret) }
    }
}

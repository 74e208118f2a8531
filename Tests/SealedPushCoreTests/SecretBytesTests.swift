// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SealedPushCore

/// Secret bytes show their length and nothing else.
struct SecretBytesTests {
    private static let text = "correct horse battery staple"

    @Test("Two secrets are equal if all their bytes are")
    func equality() throws {
        let bytes = [UInt8](Self.text.utf8)
        let secret = try SecretBytes(bytes)
        #expect(try secret == SecretBytes(bytes))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(try secret != SecretBytes(other))
        }
        #expect(try secret != SecretBytes([UInt8](bytes.dropLast())))
        #expect(try secret != SecretBytes(bytes + [0]))
        #expect(try SecretBytes([]) == SecretBytes([]))
    }

    @Test("A description, a reflection and a dump show the length alone")
    func description() throws {
        let secret = try Sample.secret(Self.text)
        #expect(secret.description == "secret of 28 bytes")
        #expect(secret.debugDescription == "secret of 28 bytes")
        #expect("\(secret)" == "secret of 28 bytes")
        #expect(String(reflecting: secret) == "secret of 28 bytes")
        #expect(Mirror(reflecting: secret).children.isEmpty)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(dumped == "- secret of 28 bytes\n")
    }

    @Test("A dump of a secret key of any KIND shows no part of it")
    func dumpedKeys() throws {
        for key in try Sample.keyOfEachKind(0x5a) where key.kind.isSecret {
            var dumped = ""
            dump(key, to: &dumped)
            dumped += " \(key) \(String(reflecting: key)) \(key.secret.map { "\($0)" } ?? "")"
            let encoded = key.text.dropFirst(key.kind.prefix.count)
            #expect(!dumped.contains(encoded.prefix(8)))
            // The bytes of the seed, in the ways a dump spells an array.
            #expect(!dumped.filter { !$0.isWhitespace }.contains("90,90,90"))
            #expect(!dumped.filter { !$0.isWhitespace }.contains("-90-90-90"))
            #expect(!dumped.lowercased().contains("5a5a"))
        }
    }

    @Test("Changing or wiping the source afterwards does not matter")
    func sourceChanged() throws {
        var bytes = [UInt8](Self.text.utf8)
        let secret = try SecretBytes(bytes)
        for index in bytes.indices { bytes[index] = 0 }
        #expect(secret.withCopy { $0 } == [UInt8](Self.text.utf8))
    }

    @Test("The bytes are lent whole, as a span and as an array")
    func lent() throws {
        let secret = try Sample.secret(Self.text)
        #expect(secret.count == 28)
        #expect(
            secret.withBytes { span in span.withUnsafeBytes { [UInt8]($0) } } == [UInt8](Self.text.utf8)
        )
        #expect(secret.withBytes { $0.byteCount } == 28)
        #expect(try secret.prefix(7).withCopy { $0 } == [UInt8]("correct".utf8))
        #expect(try secret.prefix(0).count == 0)
        #expect(try secret.prefix(100) == secret)
    }

    @Test("A secret of no bytes is a secret of no bytes")
    func empty() throws {
        let secret = try SecretBytes([])
        #expect(secret.count == 0)
        #expect(secret.withCopy { $0 } == [])
        #expect(secret.description == "secret of 0 bytes")
    }

    @Test("An error inside the closure comes out as it was")
    func errors() throws {
        struct Odd: Error {}
        let secret = try Sample.secret(Self.text)
        #expect(throws: Odd.self) { try secret.withBytes { (_) throws(Odd) in throw Odd() } }
        expectKeyError(.file) {
            try SecretBytes(capacity: 8) { _ throws(KeyError) in throw KeyError(.file, "") }
        }
    }

    @Test("Wiping leaves zeros")
    func wipe() {
        var bytes = [UInt8](Self.text.utf8)
        Sodium.wipe(&bytes)
        #expect(bytes == [UInt8](repeating: 0, count: 28))
    }

    #if os(Linux)
    /// The permissions of the memory at an address, such as `r--p`; `nil` where nothing is mapped.
    private func permissions(at address: UInt) throws -> String? {
        // A file whose size the system does not tell, so it is read to its end.
        let descriptor = try Files.openForReading("/proc/self/maps")
        defer { close(descriptor) }
        let maps = try Files.contents(of: descriptor, path: "/proc/self/maps", limit: 10_000_000)
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if ends.count == 2, (ends[0]..<ends[1]).contains(address) { return String(words[1]) }
        }
        return nil
    }

    @Test("The memory is read-only once it is filled, with guards on both sides")
    func guarded() throws {
        let secret = try Sample.secret(Self.text)
        let address = secret.withPointer { UInt(bitPattern: $0) }
        #expect(try permissions(at: address) == "r--p")
        #expect(try permissions(at: address + 4096) == "---p")
        #expect(try permissions(at: address - 4096).map { $0 != "rw-p" } == true)
        withExtendedLifetime(secret) {}
    }
    #endif
}

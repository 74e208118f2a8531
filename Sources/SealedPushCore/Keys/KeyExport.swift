// SPDX-License-Identifier: Apache-2.0

/// The text of a key file wrapped under a passphrase: `sealedpush:wrapped:…` (`KeysAndCards`, "Exports").
package enum KeyExport {
    package static let prefix = "sealedpush:wrapped:"
    /// Characters of the whole line.
    package static let maximumLength = 65_536

    /// What Argon2id is asked to spend.
    package struct Cost: Hashable, Sendable {
        package var operations: UInt32
        package var kibibytes: UInt32

        /// 3 passes over 64 MiB: a second or so on a small machine.
        package static let standard = Cost(operations: 3, kibibytes: 65_536)

        /// What a reader agrees to: an export names its own cost, and nobody's machine is to be stalled by one.
        static let operationsAllowed: ClosedRange<UInt32> = 1...16
        static let kibibytesAllowed: ClosedRange<UInt32> = 8192...1_048_576

        package init(operations: UInt32, kibibytes: UInt32) {
            self.operations = operations
            self.kibibytes = kibibytes
        }
    }

    private static let version: UInt8 = 1
    /// `crypto_pwhash_ALG_ARGON2ID13`.
    private static let algorithm: UInt8 = 2
    private static let headerLength = 10 + PasswordHash.saltLength
    /// Hides how many keys there are.
    private static let paddingBlock = 512

    /// Wraps the text of a key file.
    ///
    /// - Throws: `KeyError.notEnoughMemory`, `malformed` when the line would be over 64 KiB.
    package static func wrap(
        _ keyFile: SecretBytes,
        under passphrase: Passphrase,
        cost: Cost = .standard
    ) throws(KeyError) -> String {
        let header =
            [version, algorithm] + cost.operations.bigEndianBytes + cost.kibibytes.bigEndianBytes
            + Sodium.randomBytes(PasswordHash.saltLength)
        let nonce = Sodium.randomBytes(AEAD.nonceLength)
        let key = try wrappingKey(header: header, passphrase: passphrase)
        let paddedLength = (keyFile.count / paddingBlock + 1) * paddingBlock
        var padded = keyFile.withCopy { ISO7816Padding.pad($0, to: paddedLength, block: paddingBlock) }
        defer { Sodium.wipe(&padded) }
        let sealed = AEAD.seal(padded, authenticating: additional(header, nonce), nonce: nonce, using: key)
        let line = prefix + Base64URL.string(header + nonce + sealed)
        guard line.utf8.count <= maximumLength else {
            throw KeyError(.malformed, "too many keys for one export")
        }
        return line
    }

    /// Unwraps an export: the text of a key file.
    ///
    /// - Throws: `KeyError.malformed`, `unsupported` (before any work) for another version, algorithm or a cost out of
    ///   range, `wrongPassphrase`, `notEnoughMemory`.
    package static func unwrap(_ line: some Collection<UInt8>, under passphrase: Passphrase) throws(KeyError)
        -> SecretBytes
    {
        let bytes = try check(line)
        let header = [UInt8](bytes[..<headerLength])
        let nonce = [UInt8](bytes[headerLength..<headerLength + AEAD.nonceLength])
        let key = try wrappingKey(header: header, passphrase: passphrase)
        guard
            var padded = AEAD.open(
                [UInt8](bytes[(headerLength + AEAD.nonceLength)...]),
                authenticating: additional(header, nonce),
                nonce: nonce,
                using: key
            )
        else {
            throw KeyError(.wrongPassphrase, "wrong passphrase, or the export was altered")
        }
        defer { Sodium.wipe(&padded) }
        guard let length = ISO7816Padding.unpaddedLength(padded, block: paddingBlock) else {
            throw KeyError(.malformed, "the export was made wrongly: its padding is not right")
        }
        return try SecretBytes(padded).prefix(length)
    }

    /// Everything about an export that can be judged without its passphrase; returns its bytes.
    ///
    /// - Throws: `KeyError.malformed` or `unsupported`.
    @discardableResult
    package static func check(_ line: some Collection<UInt8>) throws(KeyError) -> [UInt8] {
        guard line.count <= maximumLength else {
            throw KeyError(.malformed, "an export of more than \(maximumLength) characters")
        }
        guard line.starts(with: prefix.utf8) else {
            let found = KeyTextDiagnosis.describe(line)
            throw KeyError(.malformed, "\(found), expected \(prefix)…")
        }
        let encoded = [UInt8](line.dropFirst(prefix.utf8.count))
        guard let bytes = Base64URL.decode(encoded) else {
            throw KeyError(.malformed, "\(prefix)… \(Base64URL.problem(with: encoded))")
        }
        if let first = bytes.first, first != version {
            throw KeyError(.unsupported, "export of version \(first), this program reads \(version)")
        }
        guard bytes.count >= headerLength + AEAD.nonceLength + AEAD.overhead else {
            throw KeyError(.malformed, "\(prefix)… was cut short")
        }
        guard bytes[1] == algorithm else {
            throw KeyError(.unsupported, "export with algorithm \(bytes[1]), this program reads \(algorithm), Argon2id")
        }
        let cost = cost(in: bytes)
        guard Cost.operationsAllowed.contains(cost.operations) else {
            throw KeyError(.unsupported, "export that asks for \(cost.operations) passes, allowed are 1 to 16")
        }
        guard Cost.kibibytesAllowed.contains(cost.kibibytes) else {
            throw KeyError(
                .unsupported,
                "export that asks for \(cost.kibibytes) KiB of memory, allowed are 8 MiB to 1 GiB"
            )
        }
        return bytes
    }

    private static func cost(in header: [UInt8]) -> Cost {
        Cost(
            operations: UInt32(bigEndianBytes: header[2..<6]),
            kibibytes: UInt32(bigEndianBytes: header[6..<10])
        )
    }

    private static func wrappingKey(header: [UInt8], passphrase: Passphrase) throws(KeyError) -> SecretBytes {
        let cost = cost(in: header)
        let key = try PasswordHash.wrappingKey(
            passphrase: passphrase.bytes,
            salt: [UInt8](header[10...]),
            operations: cost.operations,
            kibibytes: cost.kibibytes
        )
        guard let key else {
            throw KeyError(.notEnoughMemory, "not enough memory (\(cost.kibibytes / 1024) MiB needed)")
        }
        return key
    }

    private static func additional(_ header: [UInt8], _ nonce: [UInt8]) -> [UInt8] {
        Label.export.bytes + header + nonce
    }
}

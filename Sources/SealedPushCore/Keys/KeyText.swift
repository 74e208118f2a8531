// SPDX-License-Identifier: Apache-2.0

/// Key text: `sealedpush:KIND:` and base64url of the 32 bytes with a checksum of 4 (`KeysAndCards`, "Key text").
enum KeyText {
    static let keyLength = 32
    static let checksumLength = 4
    /// 36 bytes in base64url.
    static let encodedLength = 48

    /// The text of a key; as secret as the key is.
    static func encode(_ key: [UInt8], kind: KeyKind) -> [UInt8] {
        // Room first, so that no array is moved and left behind with a secret in it.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keyLength + checksumLength)
        bytes += key
        bytes += checksum(key, kind: kind)
        var encoded = Base64URL.encodeSecret(bytes)
        defer {
            Sodium.wipe(&bytes)
            Sodium.wipe(&encoded)
        }
        var text: [UInt8] = []
        text.reserveCapacity(kind.prefix.utf8.count + encodedLength)
        text += kind.prefix.utf8
        text += encoded
        return text
    }

    static func string(_ key: [UInt8], kind: KeyKind) -> String {
        String(decoding: encode(key, kind: kind), as: UTF8.self)
    }

    /// The 32 bytes of a text that must be of `kind`; the caller wipes them where they are secret.
    ///
    /// - Throws: `KeyError.malformed`, or `wrongKind` for the sound text of another KIND.
    static func decode(_ text: some Collection<UInt8>, as kind: KeyKind) throws(KeyError) -> [UInt8] {
        let found = try decode(text, expecting: kind)
        guard found.kind == kind else {
            var key = found.key
            Sodium.wipe(&key)
            throw KeyError(
                .wrongKind,
                "this is \(article(found.kind)) key (\(found.kind.prefix)…), expected \(kind.prefix)…"
            )
        }
        return found.key
    }

    /// The KIND and the bytes of any key text.
    ///
    /// - Parameter expected: named in the errors; `nil` for "any key text".
    static func decode(
        _ text: some Collection<UInt8>,
        expecting expected: KeyKind?
    ) throws(KeyError) -> (kind: KeyKind, key: [UInt8]) {
        let wanted = expected.map { "\($0.prefix)…" } ?? "sealedpush:KIND:…"
        guard let kind = KeyKind.all.first(where: { text.starts(with: $0.prefix.utf8) }) else {
            throw KeyError(.malformed, "\(KeyTextDiagnosis.describe(text)), expected \(wanted)")
        }
        let encoded = text.dropFirst(kind.prefix.utf8.count)
        guard encoded.count == encodedLength else {
            throw KeyError(
                .malformed,
                "\(kind.prefix)… has \(encoded.count) characters after the last colon, expected \(encodedLength): "
                    + (encoded.count < encodedLength ? "it was cut short" : "something was added")
            )
        }
        guard var bytes = Base64URL.decodeSecret(encoded) else {
            throw KeyError(.malformed, "\(kind.prefix)… \(Base64URL.problem(with: [UInt8](encoded)))")
        }
        defer { Sodium.wipe(&bytes) }
        let key = [UInt8](bytes[..<keyLength])
        guard bytes[keyLength...].elementsEqual(checksum(key, kind: kind)) else {
            throw KeyError(.malformed, "\(kind.prefix)… has a typo: its checksum does not match")
        }
        return (kind, key)
    }

    /// A check against typing errors, not a secret: it may be compared in the open.
    private static func checksum(_ key: [UInt8], kind: KeyKind) -> ArraySlice<UInt8> {
        var input = [UInt8](kind.rawValue.utf8) + [0]
        input.reserveCapacity(input.count + key.count)
        input += key
        defer { Sodium.wipe(&input) }
        return GenericHash.hash(input, label: .keyText, length: 32)[..<checksumLength]
    }

    private static func article(_ kind: KeyKind) -> String {
        kind == .identity || kind == .identitySecret ? "an \(kind)" : "a \(kind)"
    }
}

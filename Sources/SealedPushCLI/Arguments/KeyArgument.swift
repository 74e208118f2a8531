// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// Finds the key that an argument names: a path, key text, or one day a name in the store.
enum KeyArgument {
    /// The key of a `--to`.
    static func recipient(_ argument: String, in context: inout CommandContext) throws(CommandError) -> Recipient {
        try key(argument, "recipient", in: &context) { key -> Recipient? in
            switch key {
            case .device(let key): Recipient(key)
            case .sharedSecret(let key): Recipient(key)
            default: nil
            }
        } expected: { kinds in
            kinds.contains(.deviceSecret)
                ? "holds the device's secret keys; seal to the public one: sealedpush key public"
                : "holds no device key and no shared key"
        }
    }

    /// The key of a `--from`.
    static func signer(_ argument: String, in context: inout CommandContext) throws(CommandError) -> SigningKey.Secret {
        try key(argument, "signer", in: &context) { key -> SigningKey.Secret? in
            guard case .signerSecret(let key) = key else { return nil }
            return key
        } expected: { kinds in
            kinds.contains(.signer)
                ? "holds the public signing key; signing takes the secret one"
                : "holds no signer-secret key"
        }
    }

    /// The key of a `--trust`, with the name its file gives it.
    static func trusted(_ argument: String, in context: inout CommandContext) throws(CommandError) -> TrustedSigner {
        var name: String?
        let key = try key(argument, "signer", in: &context, name: &name) { key -> SigningKey.Public? in
            guard case .signer(let key) = key else { return nil }
            return key
        } expected: { kinds in
            kinds.contains(.signerSecret)
                ? "holds the signer's secret key; trust the public one: sealedpush key public"
                : "holds no signer key"
        }
        return TrustedSigner(key, name: name)
    }

    private static func key<Key>(
        _ argument: String,
        _ role: String,
        in context: inout CommandContext,
        pick: (AnyKey) -> Key?,
        expected: ([KeyKind]) -> String
    ) throws(CommandError) -> Key {
        var name: String?
        return try key(argument, role, in: &context, name: &name, pick: pick, expected: expected)
    }

    private static func key<Key>(
        _ argument: String,
        _ role: String,
        in context: inout CommandContext,
        name: inout String?,
        pick: (AnyKey) -> Key?,
        expected: ([KeyKind]) -> String
    ) throws(CommandError) -> Key {
        let keys: [AnyKey]
        let place: String
        if argument.hasPrefix("sealedpush:") {
            keys = [try publicKey(argument)]
            place = "this key text"
        } else if argument == "-" || argument.contains("/") {
            let file = try context.readKeyFile(argument)
            keys = file.keys
            name = file.name
            place = argument == "-" ? "standard input" : PrintableText.escape(argument)
        } else {
            throw CommandError(.badData, unknownName(argument, role))
        }
        let found = keys.compactMap(pick)
        guard let key = found.first else { throw CommandError(.badData, "\(place): \(expected(keys.map(\.kind)))") }
        guard found.count == 1 else {
            throw CommandError(.badData, "\(place): holds \(found.count) such keys; one file, one \(role)")
        }
        return key
    }

    private static func publicKey(_ text: String) throws(CommandError) -> AnyKey {
        let key = try CommandError.wrapping { () throws(KeyError) in try AnyKey(encoded: text.utf8) }
        guard !key.kind.isSecret else { throw CommandError(UsageError.secretArgument) }
        return key
    }

    private static func unknownName(_ argument: String, _ role: String) -> String {
        // A key in another spelling, and perhaps a secret one: no name is that long and so plain.
        let isPlain = argument.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-_=".contains($0)) }
        if argument.utf8.count >= 43, isPlain {
            do throws(KeyError) {
                _ = try AnyKey(encoded: argument.utf8)
            } catch {
                return "\(error.description) or the path of a key file"
            }
        }
        let shown = PrintableText.excerpt(argument)
        return "no \(role) '\(shown)': names come with the key store, which this version does not have; "
            + "for a file write ./\(shown)"
    }
}

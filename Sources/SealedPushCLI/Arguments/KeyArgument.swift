// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// Finds the key that an argument names: a path, key text, or a name in the store.
enum KeyArgument {
    /// The key of a `--to`.
    static func recipient(_ argument: String, in context: inout CommandContext) throws(CommandError) -> Recipient {
        if isName(argument) {
            let store = try context.openStore()
            return try named(argument, "recipient") { () throws(StoreError) in try store.recipient(argument) }
        }
        if argument.hasPrefix("sealedpush:") { return try recipient(text: argument) }
        return try key(argument, "recipient", in: &context) { key -> Recipient? in
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

    /// The key of a recipient that is given as key text.
    static func recipient(text: String) throws(CommandError) -> Recipient {
        switch try publicKey(text) {
        case .device(let key): return Recipient(key)
        case let other: throw CommandError(.badData, "this is \(other.kind) key text, expected sealedpush:device:…")
        }
    }

    /// The key of a `--from`.
    static func signer(_ argument: String, in context: inout CommandContext) throws(CommandError) -> SigningKey.Secret {
        if isName(argument) {
            let store = try context.openStore()
            return try named(argument, "signer") { () throws(StoreError) in try store.signer(argument)?.signingKey }
        }
        return try key(argument, "signer", in: &context) { key -> SigningKey.Secret? in
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
        if isName(argument) {
            let store = try context.openStore()
            let key = try named(argument, "signer") { () throws(StoreError) -> SigningKey.Public? in
                if let contact = try store.contact(argument) { return contact.signingKey }
                return try store.signer(argument)?.publicKey
            }
            return TrustedSigner(key, name: argument)
        }
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
        } else {
            let file = try context.readKeyFile(argument)
            keys = file.keys
            name = file.name
            place = argument == "-" ? "standard input" : PrintableText.escape(argument)
        }
        let found = keys.compactMap(pick)
        guard let key = found.first else { throw CommandError(.badData, "\(place): \(expected(keys.map(\.kind)))") }
        guard found.count == 1 else {
            throw CommandError(.badData, "\(place): holds \(found.count) such keys; one file, one \(role)")
        }
        return key
    }

    /// Whether there is secret key text in an argument, in whatever letter case.
    static func holdsSecretKey(_ argument: String) -> Bool {
        let argument = argument.lowercased()
        return KeyKind.all.contains { $0.isSecret && argument.contains($0.prefix) }
    }

    /// What is neither key text nor a path nor standard input.
    static func isName(_ argument: String) -> Bool {
        argument != "-" && !argument.utf8.contains(UInt8(ascii: "/")) && !argument.hasPrefix("sealedpush:")
    }

    private static func named<Key>(
        _ argument: String,
        _ role: String,
        _ find: () throws(StoreError) -> Key?
    ) throws(CommandError) -> Key {
        var key: Key?
        do throws(StoreError) {
            key = try find()
        } catch {
            guard error.code == .notFound else { throw CommandError(error) }
        }
        guard let key else { throw CommandError(.inputMissing, unknownName(argument, role)) }
        return key
    }

    private static func publicKey(_ text: String) throws(CommandError) -> AnyKey {
        let key = try CommandError.wrapping { () throws(KeyError) in try AnyKey(encoded: text.utf8) }
        guard !key.kind.isSecret else { throw CommandError(UsageError.secretArgument) }
        return key
    }

    static func unknownName(_ argument: String, _ role: String) -> String {
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
        return "no \(role) '\(shown)' in the store ('key list' lists what is there); for a file write ./\(shown)"
    }
}

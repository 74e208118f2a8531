// SPDX-License-Identifier: Apache-2.0

package import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// Finds the key that an argument names: a path, key text, or a name in the store.
package enum KeyArgument {
    /// The key of a `--to`.
    package static func recipient(_ argument: String, in context: inout CommandContext) throws(CommandError)
        -> Recipient
    {
        if isName(argument) {
            let store = try context.openStore()
            return try named(argument, "recipient") { () throws(StoreError) in try store.recipient(argument) }
        }
        if argument.hasPrefix("sealedpush:") { return try recipient(text: argument) }
        let (key, _) = try key(
            argument,
            "recipient",
            [.device, .sharedSecret],
            orElse: "holds no device key and no shared key",
            twin: .deviceSecret,
            "holds the device's secret keys; seal to the public one: sealedpush key public",
            in: &context
        )
        switch key {
        case .device(let key): return Recipient(key)
        case .sharedSecret(let key): return Recipient(key)
        default: throw otherKind
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
        let found = try key(
            argument,
            "signer",
            [.signerSecret],
            orElse: "holds no signer-secret key",
            twin: .signer,
            "holds the public signing key; signing takes the secret one",
            in: &context
        )
        guard case .signerSecret(let key) = found.key else { throw otherKind }
        return key
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
        let found = try key(
            argument,
            "signer",
            [.signer],
            orElse: "holds no signer key",
            twin: .signerSecret,
            "holds the signer's secret key; trust the public one: sealedpush key public",
            in: &context
        )
        guard case .signer(let key) = found.key else { throw otherKind }
        return TrustedSigner(key, name: found.name)
    }

    /// The one key of these KINDs that an argument gives, with the name its file has for it.
    ///
    /// - Parameters:
    ///   - none: What is wrong where there is none.
    ///   - twin: The other half, which somebody may have taken for it; what is wrong then.
    // Out of line: three copies of it are four kilobytes more in the static command.
    @inline(never)
    private static func key(
        _ argument: String,
        _ role: String,
        _ kinds: [KeyKind],
        orElse none: String,
        twin: KeyKind,
        _ isTwin: String,
        in context: inout CommandContext
    ) throws(CommandError) -> (key: AnyKey, name: String?) {
        let keys: [AnyKey]
        let place: String
        var name: String?
        if argument.hasPrefix("sealedpush:") {
            keys = [try publicKey(argument)]
            place = "this key text"
        } else {
            let file = try context.readKeyFile(argument)
            keys = file.keys
            name = file.name
            place = argument == "-" ? "standard input" : PrintableText.escape(argument)
        }
        let found = keys.filter { kinds.contains($0.kind) }
        guard let key = found.first else {
            throw CommandError(.badData, "\(place): \(keys.contains { $0.kind == twin } ? isTwin : none)")
        }
        guard found.count == 1 else {
            throw CommandError(.badData, "\(place): holds \(found.count) such keys; one file, one \(role)")
        }
        return (key, name)
    }

    /// Never thrown: what is found is of a KIND that was looked for.
    private static let otherKind = CommandError(.badData, "this is a key of another kind")

    /// Whether there is secret key text in an argument, in whatever letter case.
    package static func holdsSecretKey(_ argument: String) -> Bool {
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

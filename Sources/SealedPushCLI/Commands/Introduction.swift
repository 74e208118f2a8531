// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What somebody gives to be trusted: a card, or the text of a public key.
indirect enum Introduction {
    /// A card in base64url, with room for a key file's comments.
    static let maximumLength = 16_384

    case card(KeyCard)
    case device(DeviceKey.Public)
    case signer(SigningKey.Public)

    init(_ bytes: [UInt8]) throws(CommandError) {
        guard bytes.count <= Self.maximumLength else {
            throw CommandError(.badData, "more than \(Self.maximumLength) bytes: that is no card and no key")
        }
        let text = Self.trimmed(bytes)
        if text.starts(with: KeyCard.prefix.utf8) {
            self = .card(try CommandError.wrapping { () throws(KeyError) in try KeyCard(encoded: text) })
            return
        }
        let keys = try CommandError.wrapping { () throws(KeyError) in try KeyFile(SecretBytes(bytes)).keys }
        guard !keys.contains(where: \.kind.isSecret) else {
            throw CommandError(.badData, "this holds a secret key; trust takes the public one, or a card")
        }
        // A public key file has the identity beside the key: alone it proves nothing, so it is left aside.
        let found: [Introduction] = keys.compactMap { key in
            switch key {
            case .device(let key): .device(key)
            case .signer(let key): .signer(key)
            default: nil
            }
        }
        guard let one = found.first, found.count == 1 else {
            throw CommandError(.badData, "expected one card, or one device or signer key; this holds \(found.count)")
        }
        self = one
    }

    var card: KeyCard? {
        guard case .card(let card) = self else { return nil }
        return card
    }

    func accept(into store: SQLiteKeyStore, as name: String, replacing: Bool) throws(StoreError) -> Acceptance {
        switch self {
        case .card(let card): try store.trust(card, as: name, replacing: replacing)
        case .device(let key): try store.trust(key, as: name, replacing: replacing)
        case .signer(let key): try store.trust(key, as: name, replacing: replacing)
        }
    }

    /// Without a byte order mark and white space at either end.
    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let white: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
        guard let start = text.firstIndex(where: { !white.contains($0) }),
            let end = text.lastIndex(where: { !white.contains($0) })
        else { return [] }
        return text[start...end]
    }
}

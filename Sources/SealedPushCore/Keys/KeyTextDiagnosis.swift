// SPDX-License-Identifier: Apache-2.0

/// Says what a text is that should have been key text, without repeating it: it may be a secret in another form.
enum KeyTextDiagnosis {
    static func describe(_ text: some Collection<UInt8>) -> String {
        let text = [UInt8](text)
        if text.isEmpty { return "this is empty" }
        if text.starts(with: "sealedpush:card:".utf8) { return "this is a card" }
        if text.starts(with: "sealedpush:wrapped:".utf8) {
            return "this is an export under a passphrase (open it with 'sealedpush key import')"
        }
        if isKeyFile(text) { return "this is a key file" }
        if text.starts(with: "sealedpush:".utf8) {
            return "this begins with sealedpush: but names no kind of key there is"
        }
        if lowercased(text).starts(with: "sealedpush:".utf8) { return "this is key text in the wrong letter case" }
        if text.starts(with: "-----BEGIN".utf8) { return "this is a PEM file" }
        if text.starts(with: "age1".utf8) || text.starts(with: "AGE-SECRET-KEY-".utf8) { return "this is a key of age" }
        if text.allSatisfy({ Hex.value($0) != nil }) { return "this is \(text.count) hex digits" }
        if text.first == UInt8(ascii: "{") { return "this is JSON" }
        if text.allSatisfy(isBase64) { return "this is \(text.count) characters of base64" }
        if text.contains(where: { $0 < 0x20 && $0 != 0x09 }) { return "this is not text" }
        return "this is not key text"
    }

    /// Several lines, of which the first is a comment or a key.
    private static func isKeyFile(_ text: [UInt8]) -> Bool {
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard lines.count > 1, let first = lines.first else { return false }
        return first.first == UInt8(ascii: "#") || KeyKind.all.contains { first.starts(with: $0.prefix.utf8) }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func lowercased(_ text: [UInt8]) -> [UInt8] {
        text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

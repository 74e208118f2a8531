// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// base64url without padding (RFC 4648 §5), one spelling only.
///
/// libsodium's own: it takes constant time, so key text may go through it, and it refuses padding, white space, the other
/// alphabet and non-zero trailing bits.
package enum Base64URL {
    private static let variant = CInt(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

    /// How many characters `count` bytes become.
    package static func encodedLength(_ count: Int) -> Int {
        (count * 4 + 2) / 3
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        // libsodium ends its text with a NUL, which goes.
        var text = [UInt8](repeating: 0, count: encodedLength(bytes.count) + 1)
        unsafe text.withUnsafeMutableBytes { text in
            // The buffer has one byte at least, so it has an address.
            guard let output = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            _ = unsafe sodium_bin2base64(output, text.count, bytes, bytes.count, variant)
        }
        text.removeLast()
        return text
    }

    package static func string(_ bytes: [UInt8]) -> String {
        String(decoding: encode(bytes), as: UTF8.self)
    }

    /// The bytes, or `nil` when the text is not the one spelling of any.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        // The text may be that of a secret key, so the copy is wiped.
        var text = [UInt8](text)
        defer { Sodium.wipe(&text) }
        guard !text.isEmpty else { return [] }
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
        var length = 0
        let status = unsafe text.withUnsafeBytes { text in
            // Not empty, so it has an address.
            guard let input = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return Int32(-1) }
            return unsafe sodium_base642bin(&bytes, bytes.count, input, text.count, nil, &length, nil, variant)
        }
        guard Sodium.succeeded(status) else { return nil }
        bytes.removeLast(bytes.count - length)
        return bytes
    }

    /// What is wrong with a text that `decode` refused, in words that name it.
    package static func problem(with text: [UInt8]) -> String {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "="):
                return text[index...].allSatisfy { $0 == byte }
                    ? "ends in '=' padding, which base64url here never has"
                    : "has '=' padding with more text after it, at character \(index + 1)"
            case UInt8(ascii: "+"), UInt8(ascii: "/"):
                return "is in the standard base64 alphabet ('+' and '/'), not base64url ('-' and '_')"
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return "has a line break at character \(index + 1)"
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                return "has white space at character \(index + 1)"
            default:
                return "has a character that is not base64url, at character \(index + 1)"
            }
        }
        if text.count % 4 == 1 {
            return "has \(text.count) characters, a length no base64url has: it was cut short"
        }
        return "has a last character with bits set that belong to no byte: it was altered or cut short"
    }
}

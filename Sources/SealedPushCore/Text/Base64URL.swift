// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// base64url without padding (RFC 4648 §5), one spelling only.
///
/// Padding, white space, the other alphabet and non-zero trailing bits are refused. What may be a secret goes through
/// libsodium, in constant time.
package enum Base64URL {
    private static let variant = CInt(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

    /// How many characters `count` bytes become.
    package static func encodedLength(_ count: Int) -> Int {
        (count * 4 + 2) / 3
    }

    /// The one spelling of the bytes; for public ones, by a table.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(encodedLength(bytes.count))
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> UInt32(count)) & 63])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
        return text
    }

    /// The same for a secret: libsodium's, which takes constant time; the result is as secret.
    static func encodeSecret(_ bytes: [UInt8]) -> [UInt8] {
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
    ///
    /// For public text: by a table, some ten times faster than constant time.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // One spelling: the bits that belong to no byte are zero.
        return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each character; 255 for those that are none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The same for the text of a secret: libsodium's, which takes constant time.
    static func decodeSecret(_ text: some Collection<UInt8>) -> [UInt8]? {
        var text = [UInt8](text)
        defer { Sodium.wipe(&text) }
        guard !text.isEmpty else { return [] }
        // libsodium 1.0.18 takes some bytes beyond ASCII for digits of its own: a key would have a second spelling.
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
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

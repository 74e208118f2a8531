// SPDX-License-Identifier: Apache-2.0

/// The inside of a JSON string, with and without its escapes.
package enum JSONString {
    /// The text between the quotes of a checked string, with its escapes undone.
    static func unescape(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        guard var index = raw.firstIndex(of: UInt8(ascii: "\\")) else { return [UInt8](raw) }
        var result = [UInt8](raw[..<index])
        result.reserveCapacity(raw.count)
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\") else {
                result.append(raw[index])
                index += 1
                continue
            }
            let letter = raw[index + 1]
            index += 2
            guard letter == UInt8(ascii: "u") else {
                result.append(byte(escapedAs: letter))
                continue
            }
            var value = codeUnit(raw[index..<index + 4])
            index += 4
            if (0xd800...0xdbff).contains(value) {
                // The parser has seen to it that the other half follows.
                value = 0x10000 + (value - 0xd800) << 10 + (codeUnit(raw[index + 2..<index + 6]) - 0xdc00)
                index += 6
            }
            result += String(Unicode.Scalar(value) ?? "\u{fffd}").utf8
        }
        return result
    }

    /// The text as a JSON string, quotes included: only what must be escaped is.
    package static func quote(_ text: String) -> [UInt8] {
        var result: [UInt8] = [UInt8(ascii: "\"")]
        result.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            append(byte, to: &result)
        }
        result.append(UInt8(ascii: "\""))
        return result
    }

    /// How many bytes a piece of text takes inside the quotes.
    package static func quotedLength(_ text: some Sequence<UInt8>) -> Int {
        text.reduce(0) { length, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0a, 0x0c, 0x0d: length + 2
            case 0..<0x20: length + 6
            default: length + 1
            }
        }
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): result += #"\""#.utf8
        case UInt8(ascii: "\\"): result += #"\\"#.utf8
        case 0x08: result += #"\b"#.utf8
        case 0x09: result += #"\t"#.utf8
        case 0x0a: result += #"\n"#.utf8
        case 0x0c: result += #"\f"#.utf8
        case 0x0d: result += #"\r"#.utf8
        case 0..<0x20: result += "\\u00\(Hex.string([byte]))".utf8
        default: result.append(byte)
        }
    }

    private static func byte(escapedAs letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// Four hex digits that the parser has checked.
    static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { $0 << 4 | UInt32(Hex.value($1) ?? 0) }
    }
}

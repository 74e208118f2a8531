// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Bytes as `%` and two hexadecimal digits.
enum PercentEncoding {
    /// The text with all but ASCII letters, digits and some other characters encoded.
    static func encode(_ text: String, keeping kept: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else if scalar.isASCII, kept.unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + Hex.string([byte])
            }
        }
        return result
    }

    /// The text again; `nil` for what `encode` does not write.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hex.value), let low = rest.popFirst().flatMap(Hex.value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

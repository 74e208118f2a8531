// SPDX-License-Identifier: Apache-2.0

/// Makes text from outside safe to show on a terminal or in a message.
package enum PrintableText {
    /// The text with every control, format, separator, private-use and unassigned character spelled out, `\u{202e}`.
    ///
    /// - Parameter keepingLineBreaks: whether a line feed stays one.
    package static func escape(_ text: some StringProtocol, keepingLineBreaks: Bool = false) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if keepingLineBreaks && scalar == "\n" {
                result.unicodeScalars.append(scalar)
            } else if isSafe(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    /// The same JSON with every such character, which stands in strings alone, as a `\u` escape.
    package static func escapeJSON(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if isSafe(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 { result += "\\u\(Hex.string(unit.bigEndianBytes))" }
            }
        }
        return result
    }

    /// At most `limit` characters of the text, escaped, for use inside a message.
    package static func excerpt(_ text: some StringProtocol, limit: Int = 80) -> String {
        let escaped = escape(text)
        guard escaped.count > limit else { return escaped }
        return escaped.prefix(limit) + "…"
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        // Joiners build emoji and several scripts and move nothing on a screen; other format characters do.
        case .format: scalar == "\u{200d}" || scalar == "\u{200c}" || (0xe0020...0xe007f).contains(scalar.value)
        default: true
        }
    }
}

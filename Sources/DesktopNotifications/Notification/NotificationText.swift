// SPDX-License-Identifier: Apache-2.0

/// Makes text fit for a desktop: without what it could not take or show.
enum NotificationText {
    /// Unicode scalars of a line of text; no desktop shows more, and the bus takes no message of any size.
    static let longestLine = 500
    /// Unicode scalars of a body; no desktop shows more, and the bus takes no message of any size.
    static let longestBody = 8000

    /// One line: line breaks are spaces, and none at the ends.
    static func line(_ text: String) -> String {
        let scalars = plain(text).unicodeScalars.map { $0 == "\n" ? " " : $0 }
        return cut(trimmed(string(scalars)), longestLine)
    }

    /// Any number of lines; no white space at the ends.
    static func body(_ text: String) -> String {
        cut(trimmed(plain(text)), longestBody)
    }

    /// The text in a body of markup.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether it comes through the bus and back unchanged.
    static func isPlain(_ text: String) -> Bool { plain(text) == text }

    /// Drops control characters and noncharacters, which sd-bus refuses; all line ends become line feeds, tabs spaces.
    private static func plain(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}": result.unicodeScalars.append("\n")
            case "\t": result.unicodeScalars.append(" ")
            default:
                guard scalar.properties.generalCategory != .control, !scalar.properties.isNoncharacterCodePoint else {
                    break
                }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        // Not by characters: a single one may be of any length.
        guard text.unicodeScalars.count > limit else { return text }
        let kept = String(text.unicodeScalars.prefix(limit - 1))
        // Its last character may have lost its end.
        return (kept.count > 1 ? kept.dropLast() : kept[...]) + "…"
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }
}

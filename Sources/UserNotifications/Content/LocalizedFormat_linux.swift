// SPDX-License-Identifier: Apache-2.0

/// Fills the placeholders of a localised text.
enum LocalizedFormat {
    /// Replaces `%@`, `%1$@` and `%%`; a placeholder without an argument vanishes, everything else stays as it is.
    static func fill(_ format: String, with arguments: [String]) -> String {
        var result = ""
        var next = 0
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
            } else if rest.first == "@" {
                if next < arguments.count { result += arguments[next] }
                next += 1
                rest.removeFirst()
            } else if let (position, after) = position(in: rest) {
                if position >= 1, position <= arguments.count { result += arguments[position - 1] }
                rest = after
            } else {
                result += "%"
            }
        }
        return result + rest
    }

    /// The number in `1$@`, and what follows.
    private static func position(in text: Substring) -> (Int, Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let after = text.dropFirst(digits.count)
        guard let number = Int(digits), after.hasPrefix("$@") else { return nil }
        return (number, after.dropFirst(2))
    }
}
